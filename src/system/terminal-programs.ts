import type {ChildProcess} from 'node:child_process';
import type {LocalError} from '../base/errors.js';
import type {PagedContent, Pager} from '../base/output-stream.js';

/** Programs that own the terminal for a while; Ctrl-C is for them then, not for bizctl. */
export interface TerminalPrograms {
  /** Starts a pager; `undefined` if the program is not installed. */
  readonly openPager: (command: string, content: PagedContent) => Promise<Pager | undefined>;
  /**
   * @throws LocalError when the editor cannot be started, or exits with an error; InterruptedError when Ctrl-C ends it
   */
  readonly runEditor: (path: string, command: string) => Promise<void>;
  readonly isAnyRunning: () => boolean;
  /** Kills them, so that none keeps the terminal after bizctl has exited. */
  readonly end: () => void;
}

type Environment = {readonly [variable: string]: string | undefined};

/** @param onPagerExit called when the pager exits before everything was written, with an error if it failed */
export function createTerminalPrograms(
  env: Environment,
  onPagerExit: (problem: LocalError | undefined) => void,
): TerminalPrograms {
  const running = new Set<ChildProcess>();
  const track = (child: ChildProcess) => {
    running.add(child);
    child.once('close', () => running.delete(child));
  };
  return {
    openPager: async (command, content) => {
      const {startPager} = await import('./start-pager.js');
      return startPager(command, content, {env, track, onExit: onPagerExit});
    },
    runEditor: async (path, command) => {
      const {startEditor} = await import('./start-editor.js');
      return startEditor(path, command, track);
    },
    isAnyRunning: () => running.size > 0,
    end: () => {
      for (const child of running) child.kill();
    },
  };
}
