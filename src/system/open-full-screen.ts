import type {FullScreenTerminal} from '../base/context.js';
import type {Signals} from './signals.js';

interface Settings {
  readonly input: NodeJS.ReadStream;
  readonly hasUnicode: boolean;
  readonly holdScreen: Signals['holdScreen'];
}

const neverMs = 2 ** 31 - 1;

export function openFullScreen({input, hasUnicode, holdScreen}: Settings): FullScreenTerminal {
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
