import {readSettledFields} from '../../../api/fields.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {listDeletedIds} from '../../../plan/find-unlisted.js';
import type {Run} from '../../../plan/journal.js';
import {findRecentRuns} from './find-recent-runs.js';
import {readDespiteLag} from './list-lag.js';

/**
 * Reads all fields, each once, to undo a run. A list that does not show yet what the run has just created or deleted is
 * read again until it does, at most for the longest lag: nothing would seem left to undo.
 *
 * @throws StaleError if an id has two contents
 */
export async function readAfterRun(context: ApiContext, {writes}: Run): Promise<readonly CustomField[]> {
  const {http, timing, now} = context;
  const deleted = new Set((await findRecentRuns(context)).flatMap(listDeletedIds));
  const done = writes.filter(
    ({state, action, id}) =>
      state === 'done' && action !== 'update' && id !== undefined && (action === 'delete' || !deleted.has(id)),
  );
  const latest = Math.max(0, ...done.map(({at}) => Date.parse(at)));
  return readDespiteLag(
    context,
    () => readSettledFields(http),
    fields => {
      const listed = new Set(fields.map(({id}) => id));
      const isShown = done.every(({action, id}) => listed.has(id) === (action === 'create'));
      return isShown ? 0 : latest + timing.maxLagMs - now().getTime();
    },
  );
}
