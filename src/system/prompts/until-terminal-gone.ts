import {InterruptedError} from '../../base/errors.js';
import {messageOf, systemCode} from '../../base/inspect-error.js';

/** Bun's error has no code. */
function isTerminalGone(error: unknown): boolean {
  return systemCode(error) === 'EIO' || messageOf(error) === 'setRawMode failed with errno: 5';
}

/**
 * Waits for an answer. If the terminal goes away, readline fails where nobody can catch it.
 *
 * @throws InterruptedError with exit code 129 if the terminal is gone
 */
export async function untilTerminalGone<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const {promise: failed, reject} = Promise.withResolvers<never>();
  const onError = (error: unknown) => reject(isTerminalGone(error) ? new InterruptedError(129) : error);
  process.on('uncaughtException', onError);
  try {
    return await Promise.race([ask(), failed]);
  } finally {
    process.off('uncaughtException', onError);
  }
}
