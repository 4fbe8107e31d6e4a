import {readFileSync} from 'node:fs';
import {setImmediate} from 'node:timers/promises';
import {type IPty, spawn} from '@lydell/node-pty';
import {Terminal} from '@xterm/headless';
import {launcher} from './built-program.js';

/** The built program at a pseudoterminal. */
export interface PtyRun {
  readonly pty: IPty;
  readonly terminal: Terminal;
  /** The lines on the screen. */
  readonly read: () => readonly string[];
  /** Resolves when the text is on the screen. */
  readonly shows: (text: string) => Promise<void>;
  /** Resolves on exit, to the exit code and the screen without trailing empty lines. */
  readonly ended: Promise<{readonly lines: readonly string[]; readonly exitCode: number}>;
  /** Closes the terminal, as when its window is closed. */
  readonly hangUp: () => void;
}

export interface PtySettings {
  readonly env: NodeJS.ProcessEnv;
  readonly columns?: number;
  readonly rows?: number;
  /** The command that starts it; the current Node by default. */
  readonly build?: readonly [string, ...string[]];
}

export function openPty(
  args: readonly string[],
  {env, columns = 80, rows = 60, build = [process.execPath, launcher]}: PtySettings,
): PtyRun {
  const terminal = new Terminal({cols: columns, rows, allowProposedApi: true});
  const set = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const [command, ...first] = build;
  const pty = spawn(command, [...first, ...args], {cols: columns, rows, env: Object.fromEntries(set)});
  const read = () =>
    Array.from({length: terminal.rows}, (_, row) => {
      const {active} = terminal.buffer;
      return active.getLine(active.viewportY + row)?.translateToString(true) ?? '';
    });
  const waiting: (() => void)[] = [];
  let drawn = Promise.resolve();
  pty.onData(chunk => {
    drawn = new Promise(resolve => terminal.write(chunk, resolve));
    void drawn.then(() => waiting.splice(0).forEach(check => check()));
  });
  const ended = new Promise<{lines: readonly string[]; exitCode: number}>(resolve => {
    pty.onExit(
      ({exitCode, signal}) =>
        void drawn.then(() =>
          // As a shell reports the end by a signal.
          resolve({lines: read().join('\n').trimEnd().split('\n'), exitCode: signal ? 128 + signal : exitCode}),
        ),
    );
  });
  const shows = (text: string) =>
    new Promise<void>(resolve => {
      const check = () => (read().join('\n').includes(text) ? resolve() : waiting.push(check));
      check();
    });
  const hangUp = () => {
    if ('destroy' in pty && typeof pty.destroy === 'function') pty.destroy();
  };
  return {pty, terminal, read, shows, ended, hangUp};
}

/** Presses Ctrl-Z, clears the screen once the program has stopped, and continues it (Linux only). */
export async function stopAndContinue({pty, terminal}: PtyRun): Promise<void> {
  pty.write('\u001a');
  const isStopped = () => /^\d+ \(.*\) T /.test(readFileSync(`/proc/${pty.pid}/stat`, 'utf8'));
  while (!isStopped()) await setImmediate();
  terminal.reset();
  process.kill(pty.pid, 'SIGCONT');
}
