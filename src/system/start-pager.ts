import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {BrokenPipeError, isBrokenPipe, LocalError, systemCode} from '../base/errors.js';
import type {Pager} from '../base/output-stream.js';

interface PagerPlace {
  readonly env: {readonly [variable: string]: string | undefined};
  readonly track: (child: ChildProcess) => void;
  /** Called when it ends before it was closed, with the error when it did not end well. */
  readonly onLeft: (problem: LocalError | undefined) => void;
}

/**
 * Starts a pager on the terminal. less shows colours, leaves a short text standing, and stays on the screen, unless LESS says otherwise.
 *
 * @param command a command line of the shell
 * @returns `undefined` if no such program is installed
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
  const ended = new Promise<LocalError | undefined>(resolve => {
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : describeEnd(command, code ?? signal)));
  });
  try {
    await once(child, 'spawn');
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
  track(child);
  let isClosed = false;
  const tellWhenLeft = async () => {
    const problem = await ended;
    if (!isClosed) onLeft(problem);
  };
  void tellWhenLeft();

  const refuseFailure = async () => {
    const problem = await ended;
    if (problem) throw problem;
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

function describeEnd(command: string, end: number | string | null): LocalError {
  const message =
    end === 126 || end === 127 ? `cannot run the pager ${command}` : `the pager ${command} ended with ${end}`;
  return new LocalError(message, {hint: 'Set BIZCTL_PAGER to an installed pager, or pass --no-pager.'});
}
