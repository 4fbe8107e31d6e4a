import type {FullScreenTerminal} from '../base/context.js';

interface Settings {
  readonly input: NodeJS.ReadStream;
  readonly hasUnicode: boolean;
  /** Calls the listener on SIGTSTP instead of stopping; returns the function that ends this. */
  readonly replaceStop: (listener: () => void) => () => void;
}

const neverMs = 2 ** 31 - 1;

export function openFullScreen({input, hasUnicode, replaceStop}: Settings): FullScreenTerminal {
  return {
    input,
    output: process.stdout,
    hasUnicode,
    guard: (onError, onStop) => {
      const endStop = replaceStop(onStop);
      process.on('uncaughtException', onError).on('unhandledRejection', onError);
      return () => {
        endStop();
        process.off('uncaughtException', onError).off('unhandledRejection', onError);
      };
    },
    stop: () =>
      new Promise(resolve => {
        // Nothing else may be pending, and the process would end.
        const timer = setTimeout(() => {}, neverMs);
        process.once('SIGCONT', () => {
          clearTimeout(timer);
          // A stopped process is not told of a new size.
          process.emit('SIGWINCH');
          resolve();
        });
        process.kill(process.pid, 'SIGSTOP');
      }),
  };
}
