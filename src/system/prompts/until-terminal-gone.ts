import {InterruptedError} from '../../base/errors.js';
import {systemCode} from '../../base/inspect-error.js';

/**
 * Waits for an answer. If the terminal goes away, readline fails where nobody can catch it.
 *
 * @throws InterruptedError with exit code 129 if the terminal is gone
 */
export async function untilTerminalGone<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const {promise: failed, reject} = Promise.withResolvers<never>();
  const onError = (error: unknown) => reject(systemCode(error) === 'EIO' ? new InterruptedError(129) : error);
  process.on('uncaughtException', onError);
  try {
    return await Promise.race([ask(), failed]);
  } finally {
    process.off('uncaughtException', onError);
  }
}
