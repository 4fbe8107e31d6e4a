import type {ChildProcess} from 'node:child_process';
import type {LocalError} from '../base/errors.js';
import type {Pager} from '../base/output-stream.js';

/** Programs that have the terminal for a while: Ctrl-C is for them then, and not for bizctl. */
export interface TerminalPrograms {
  /** Shows a long text a screen at a time; `undefined` if no such program is installed. */
  readonly openPager: (command: string) => Promise<Pager | undefined>;
  /** @throws LocalError when the editor cannot be started, or ends with an error */
  readonly runEditor: (path: string) => Promise<void>;
  readonly isAnyRunning: () => boolean;
  /** Ends them, so that none keeps the terminal of a shell that has gone on. */
  readonly end: () => void;
}

type Environment = {readonly [variable: string]: string | undefined};

/** @param onPagerLeft called when the pager ends before all was shown, with the error when it did not end well */
export function createTerminalPrograms(
  env: Environment,
  onPagerLeft: (problem: LocalError | undefined) => void,
): TerminalPrograms {
  const running = new Set<ChildProcess>();
  const track = (child: ChildProcess) => {
    running.add(child);
    child.once('close', () => running.delete(child));
  };
  return {
    openPager: async command => {
      const {startPager} = await import('./start-pager.js');
      return startPager(command, {env, track, onLeft: onPagerLeft});
    },
    runEditor: async path => {
      const {startEditor} = await import('./start-editor.js');
      return startEditor(path, {env, track});
    },
    isAnyRunning: () => running.size > 0,
    end: () => {
      for (const child of running) child.kill();
    },
  };
}
