import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {BrokenPipeError, isBrokenPipe, LocalError, systemCode} from './errors.js';
import type {Pager} from './output/stream.js';

interface PagerPlace {
  readonly env: {readonly [variable: string]: string | undefined};
  readonly track: (child: ChildProcess) => void;
  /** Called when its user leaves it before it was closed. */
  readonly onLeft: () => void;
}

/** What a shell ends with when it cannot run a program. */
const cannotRun: readonly unknown[] = [126, 127];

/**
 * Starts a pager on the terminal. less shows colours, leaves a short text standing, and stays on the screen, unless LESS says otherwise.
 *
 * @param command a command line of the shell
 * @returns `undefined` when there is no such program
 */
export async function startPager(command: string, {env, track, onLeft}: PagerPlace): Promise<Pager | undefined> {
  const isPlain = /^[\w./+-]+(?: +[\w./+=-]+)*$/.test(command.trim());
  const [program = '', ...args] = isPlain ? command.trim().split(/ +/) : ['sh', '-c', command];
  const child = spawn(program, args, {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: {...env, LESS: env['LESS'] ?? 'FRX', LV: env['LV'] ?? '-c', LESSCHARSET: env['LESSCHARSET'] ?? 'utf-8'},
  });
  // Errors of its input are told by the callback of each write.
  child.stdin.on('error', () => {});
  const left = new Promise<number | null>(resolve => {
    child.once('close', resolve);
  });
  try {
    await once(child, 'spawn');
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
  track(child);
  let isClosed = false;
  child.once('close', () => {
    if (!isClosed) onLeft();
  });

  const refuseFailure = async () => {
    if (cannotRun.includes(await left))
      throw new LocalError(`cannot run the pager ${command}`, {
        hint: 'Set BIZCTL_PAGER to one that there is, or say --no-pager.',
      });
  };

  return {
    write: async text => {
      const error = await new Promise<Error | null | undefined>(resolve => {
        child.stdin.write(text, resolve);
      });
      if (!error) return;
      if (!isBrokenPipe(error)) throw new LocalError(`cannot write to the pager: ${error.message}`, {cause: error});
      await refuseFailure();
      throw new BrokenPipeError();
    },
    close: async () => {
      isClosed = true;
      child.stdin.end();
      await refuseFailure();
    },
  };
}
