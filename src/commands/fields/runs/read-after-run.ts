import {readSettledFields} from '../../../api/fields.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {findUnlisted} from '../../../plan/find-unlisted.js';
import type {Run} from '../../../plan/run.js';
import {findRecentRuns} from './find-recent-runs.js';
import {longestLag, readDespiteLag} from './list-lag.js';

/**
 * Reads all fields, each once, to undo a run: one that is missing is created again, or counts as undone. Reads again
 * while the list lags behind recent writes to the same fields, at most for the longest lag; otherwise nothing would
 * seem left to undo.
 *
 * @throws StaleError if an id has two contents
 */
export async function readAfterRun(context: ApiContext, run: Run): Promise<readonly CustomField[]> {
  const others = (await findRecentRuns(context)).filter(other => other.run !== run.run);
  const ids = new Set(run.writes.map(({id}) => id));
  // A field that the run has updated, or that it or an earlier undo was creating when it was cut off, may still appear.
  const changes = run.writes.flatMap(({action, name, state}) =>
    action !== 'create' || state === 'open' ? {action: 'create' as const, name} : [],
  );
  return readDespiteLag(
    context,
    () => readSettledFields(context.http, true),
    fields => {
      const unlisted = findUnlisted([run, ...others], {changes, dependsOn: ({id}) => ids.has(id)}, fields);
      return longestLag(context, unlisted, ({write, mayBeIgnored}) => !mayBeIgnored && write.state !== 'open');
    },
  );
}
