import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {BrokenPipeError, LocalError, systemCode} from './errors.js';
import type {Pager} from './output/stream.js';

/**
 * Starts a pager on the terminal. less shows colours, leaves a short text standing, and stays on the screen, unless LESS says otherwise.
 *
 * @param command a command line of the shell
 * @returns `undefined` when there is no such program
 */
export async function startPager(
  command: string,
  env: {readonly [variable: string]: string | undefined},
): Promise<Pager | undefined> {
  const isPlain = /^[\w./+-]+(?: +[\w./+=-]+)*$/.test(command.trim());
  const [program = '', ...args] = isPlain ? command.trim().split(/ +/) : ['sh', '-c', command];
  const child = spawn(program, args, {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: {...env, LESS: env['LESS'] ?? 'FRX', LV: env['LV'] ?? '-c'},
  });
  // Errors of its input are told by the callback of each write.
  child.stdin.on('error', () => {});
  const left = once(child, 'close').catch(() => undefined);
  try {
    await once(child, 'spawn');
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
  return {
    write: text =>
      new Promise((resolve, reject) => {
        child.stdin.write(text, error => (error ? reject(toPagerError(error)) : resolve()));
      }),
    close: async () => {
      child.stdin.end();
      await left;
    },
  };
}

function toPagerError(error: Error): Error {
  const code = systemCode(error);
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED'
    ? new BrokenPipeError()
    : new LocalError(`cannot write to the pager: ${code ?? error.message}`, {cause: error});
}
