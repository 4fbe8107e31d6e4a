import type {ApiContext} from '../../../app/api-context.js';
import {StaleError} from '../../../base/errors.js';
import {findConcurrentWrite, type PendingWrite} from '../../../plan/find-concurrent-write.js';
import {findRecentRuns} from './find-recent-runs.js';

/**
 * Refuses writes that clash with those of a command which runs at the same time on this machine. Call it once the own run
 * is on disk: then at least one of the two sees the other.
 *
 * @param readAt when the list was read that the writes are based on, in ISO 8601
 * @throws StaleError
 */
export async function refuseConcurrentWrites(
  context: ApiContext,
  run: string,
  pending: readonly PendingWrite[],
  readAt: string,
): Promise<void> {
  const others = (await findRecentRuns(context)).filter(other => other.run !== run);
  const found = findConcurrentWrite(others, pending, readAt);
  if (found)
    throw new StaleError(
      `${JSON.stringify(found.name)} is being changed by another command, run ${found.run}; nothing was sent`,
      () => 'Run the same command again.',
    );
}
