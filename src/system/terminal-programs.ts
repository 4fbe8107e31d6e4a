import type {ChildProcess} from 'node:child_process';
import type {Context} from '../base/context.js';
import type {LocalError} from '../base/errors.js';

/** Programs that own the terminal for a while; Ctrl-C is for them then, not for bizctl. */
export interface TerminalPrograms {
  readonly openPager: NonNullable<Context['openPager']>;
  readonly openEditor: NonNullable<Context['openEditor']>;
  readonly isAnyRunning: () => boolean;
  /** Kills them, so that none keeps the terminal after bizctl has exited. */
  readonly end: () => void;
}

/** @param onPagerExit called when the pager exits before everything was written, with an error if it failed */
export function createTerminalPrograms(
  env: Context['env'],
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
    openEditor: async (path, command) => {
      const {startEditor} = await import('./start-editor.js');
      return startEditor(path, command, track);
    },
    isAnyRunning: () => running.size > 0,
    end: () => {
      for (const child of running) child.kill();
    },
  };
}
