import type {FullScreenTerminal} from '../base/context.js';
import type {Signals} from './signals.js';

interface Settings {
  readonly input: NodeJS.ReadStream;
  readonly hasUnicode: boolean;
  readonly holdScreen: Signals['holdScreen'];
}

/** The longest delay of a timer. */
const maxTimerMs = 2 ** 31 - 1;

export function createFullScreenTerminal({input, hasUnicode, holdScreen}: Settings): FullScreenTerminal {
  return {
    input,
    output: process.stdout,
    hasUnicode,
    guard: (onError, onStop, restore) => {
      const release = holdScreen(onStop, restore);
      process.on('uncaughtException', onError).on('unhandledRejection', onError);
      return () => {
        release();
        process.off('uncaughtException', onError).off('unhandledRejection', onError);
      };
    },
    stop: () =>
      new Promise(resolve => {
        // Keeps the process alive while nothing else is pending.
        const timer = setTimeout(() => {}, maxTimerMs);
        process.once('SIGCONT', () => {
          clearTimeout(timer);
          // A stopped process misses SIGWINCH.
          process.emit('SIGWINCH');
          resolve();
        });
        process.kill(process.pid, 'SIGSTOP');
      }),
  };
}
