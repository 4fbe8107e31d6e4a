import type {Context} from '../base/context.js';
import {BrokenPipeError, InterruptedError} from '../base/errors.js';
import {isTerminal} from './is-terminal.js';
import {createTerminalPrograms, type TerminalPrograms} from './terminal-programs.js';

/** Turns signals, and quitting the pager, into an abort. */
export interface Signals extends Pick<Context, 'signal' | 'withDefaultSignals' | 'addExitMessage'> {
  readonly programs: TerminalPrograms;
  /**
   * For a program that has the whole screen; returns the function that ends this.
   *
   * @param onStop called on SIGTSTP, instead of stopping
   * @param restore gives the screen back before the exit messages are written
   */
  readonly holdScreen: (onStop: () => void, restore: () => void) => () => void;
  /** Ends the process by the signal that has aborted it. */
  readonly endBySignal: () => void;
}

const showCursor = '\u001b[?25h';
const gracePeriodMs = 4000;
/** npm and process managers pass on signals that the terminal has already sent to the whole process group. */
const sameSignalMs = 100;

/** @param resume called when the process continues after being stopped */
export function listenForSignals(env: NodeJS.ProcessEnv, resume: () => void): Signals {
  const interruption = new AbortController();
  const programs = createTerminalPrograms(env, problem => interruption.abort(problem ?? new BrokenPipeError()));

  let stoppedAt = 0;
  let stoppedWith = 130;
  const exitMessages = new Set<() => string>();
  let restoreScreen = () => {};
  const writeLastWords = () => {
    restoreScreen();
    const lines = [...exitMessages].toReversed().flatMap(describe => describe() || []);
    process.stderr.write(`${isTerminal(2) ? showCursor : ''}${lines.map(line => `${line}\n`).join('')}`);
  };

  const stop = (exitCode: number) => {
    // Ctrl-C belongs to the editor or pager while it has the terminal.
    if (exitCode === 130 && programs.isAnyRunning()) return;
    programs.end();
    if (interruption.signal.aborted) {
      if (performance.now() - stoppedAt < sameSignalMs) return;
      writeLastWords();
      process.exit(exitCode);
    }
    stoppedAt = performance.now();
    stoppedWith = exitCode;
    interruption.abort(new InterruptedError(exitCode));
    setTimeout(() => {
      writeLastWords();
      killSelf(exitCode);
    }, gracePeriodMs).unref();
  };
  const stopSelf = () => {
    if (isTerminal(2)) process.stderr.write(showCursor);
    process.kill(process.pid, 'SIGSTOP');
  };
  let stopListener = stopSelf;
  const interrupt = () => stop(130);
  const terminate = () => stop(143);
  const hangUp = () => stop(129);

  process.on('SIGINT', interrupt).on('SIGTERM', terminate).on('SIGHUP', hangUp);
  if (process.platform !== 'win32') {
    process.on('SIGTSTP', () => stopListener());
    // While an editor or pager has the terminal, the keys are for it.
    process.on('SIGCONT', () => setImmediate(() => (programs.isAnyRunning() ? undefined : resume())));
  }
  return {
    programs,
    holdScreen: (onStop, restore) => {
      stopListener = onStop;
      restoreScreen = restore;
      return () => {
        stopListener = stopSelf;
        restoreScreen = () => {};
      };
    },
    signal: interruption.signal,
    addExitMessage: describe => {
      exitMessages.add(describe);
      return () => exitMessages.delete(describe);
    },
    endBySignal: () => killSelf(stoppedWith),
    withDefaultSignals: work => {
      process.off('SIGINT', interrupt).off('SIGTERM', terminate).off('SIGHUP', hangUp);
      try {
        return work();
      } finally {
        process.on('SIGINT', interrupt).on('SIGTERM', terminate).on('SIGHUP', hangUp);
      }
    },
  };
}

/** Ends the process when something that cannot be aborted blocks it, such as opening a FIFO without a writer. */
function killSelf(exitCode: number): void {
  const signal = exitCode === 130 ? 'SIGINT' : exitCode === 129 ? 'SIGHUP' : 'SIGTERM';
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
