import {readSettledFields} from '../../../api/fields.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {findUnlisted} from '../../../plan/find-unlisted.js';
import type {Run} from '../../../plan/run.js';
import {findRecentRuns} from './find-recent-runs.js';
import {longestLag, readDespiteLag} from './list-lag.js';

/**
 * Reads all fields to undo a run, without duplicates: a missing field would be recreated, or count as undone. Reads again
 * while the list lags behind recent writes to the same fields, at most for the longest lag; otherwise nothing would
 * seem left to undo.
 *
 * @throws StaleError if one id is listed with two different contents
 */
export async function readAfterRun(context: ApiContext, run: Run): Promise<readonly CustomField[]> {
  const others = (await findRecentRuns(context)).filter(other => other.run !== run.run);
  const ids = new Set(run.writes.map(({id}) => id));
  // What the undo may create, for findUnlisted: fields that the run deleted or updated, and creates that were cut off, may
  // all still appear.
  const possibleCreates = run.writes.flatMap(({action, name, state}) =>
    action !== 'create' || state === 'open' ? {action: 'create' as const, name} : [],
  );
  return readDespiteLag(
    context,
    () => readSettledFields(context.http, true),
    fields => {
      const unlisted = findUnlisted(
        [run, ...others],
        {changes: possibleCreates, dependsOn: ({id}) => ids.has(id)},
        fields,
      );
      return longestLag(context, unlisted, ({write, mayBeIgnored}) => !mayBeIgnored && write.state !== 'open');
    },
  );
}
