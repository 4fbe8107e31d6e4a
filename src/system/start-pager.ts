import {type ChildProcess, execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {promisify} from 'node:util';
import type {Context} from '../base/context.js';
import {BrokenPipeError, LocalError} from '../base/errors.js';
import {isBrokenPipe, systemCode} from '../base/inspect-error.js';
import type {PagedContent, Pager} from '../base/output-stream.js';
import {withShellFallback} from './shell-fallback.js';
import {splitPlainCommand} from './split-plain-command.js';

interface PagerSettings {
  readonly env: Context['env'];
  readonly track: (child: ChildProcess) => void;
  /** Called when the pager exits before `close`, with an error if it failed. */
  readonly onExit: (problem: LocalError | undefined) => void;
}

/** The first version of less that keeps lines at the top. */
const firstWithHeader = 600;

/** The version of less; `undefined` if the program is not less. */
async function findLessVersion(program: string): Promise<number | undefined> {
  if (program.split('/').at(-1) !== 'less') return undefined;
  const {stdout} = await promisify(execFile)(program, ['--version']).catch(() => ({stdout: ''}));
  const [, version] = /^less (\d+)/.exec(stdout) ?? [];
  return version === undefined ? undefined : Number(version);
}

/**
 * Starts a pager on the terminal. Unless LESS is set, less shows colors, exits at once for a short text, and leaves it
 * on the screen; a table scrolls sideways, below its heading.
 *
 * @param command a shell command line
 * @returns `undefined` if no such program is installed
 */
export async function startPager(
  command: string,
  content: PagedContent,
  {env, track, onExit}: PagerSettings,
): Promise<Pager | undefined> {
  const [program = '', ...args] = splitPlainCommand(command) ?? ['sh', '-c', command];
  const version = content === 'table' && env['LESS'] === undefined ? await findLessVersion(program) : undefined;
  if (version !== undefined && version >= firstWithHeader) args.push('--header=1');
  const less = version === undefined ? 'FRX' : 'FRSX';
  const settings = {LESS: env['LESS'] ?? less, LV: env['LV'] ?? '-c', LESSCHARSET: env['LESSCHARSET'] ?? 'utf-8'};
  const start = () => {
    try {
      return withShellFallback([program, ...args], (started, words) =>
        spawn(started, words, {stdio: ['pipe', 'inherit', 'inherit'], env: {...env, ...settings}}),
      );
    } catch (error) {
      // Some errors are thrown at once, such as ENOTDIR.
      if (systemCode(error) === undefined) throw error;
      return undefined;
    }
  };
  const child = start();
  if (!child) return undefined;
  // The callback of each write reports its errors.
  child.stdin.on('error', () => {});
  const ended = new Promise<LocalError | undefined>(resolve => {
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : toPagerError(command, code ?? signal)));
  });
  try {
    await once(child, 'spawn');
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
  track(child);
  let isClosed = false;
  const reportExit = async () => {
    const problem = await ended;
    if (!isClosed) onExit(problem);
  };
  void reportExit();

  const throwIfFailed = async () => {
    const problem = await ended;
    if (problem) throw problem;
  };

  return {
    canScrollSideways: version !== undefined,
    write: async text => {
      const error = await new Promise<Error | null | undefined>(resolve => {
        child.stdin.write(text, resolve);
      });
      if (!error) return;
      if (!isBrokenPipe(error)) throw new LocalError(`cannot write to the pager: ${error.message}`, {cause: error});
      await throwIfFailed();
      throw new BrokenPipeError();
    },
    close: async () => {
      isClosed = true;
      child.stdin.end();
      await throwIfFailed();
    },
  };
}

function toPagerError(command: string, end: number | string | null): LocalError {
  const pager = `the pager ${JSON.stringify(command)}`;
  const how = typeof end === 'number' ? `exited with code ${end}` : `was killed by ${end ?? 'a signal'}`;
  const message = end === 126 || end === 127 ? `cannot run ${pager}` : `${pager} ${how}`;
  return new LocalError(message, {hint: 'Set BIZCTL_PAGER to an installed pager, or pass --no-pager.'});
}
