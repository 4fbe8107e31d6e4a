import {readSettledFields} from '../../../api/fields.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import type {Run} from '../../../plan/journal.js';
import {pollWaits} from './list-lag.js';

/**
 * Reads all fields, each once, to undo a run. A list that does not show yet what the run has just created or deleted is
 * read again until it does, at most for the longest lag (fault 138): nothing would seem left to undo.
 *
 * @throws StaleError if an id has two contents
 */
export async function readAfterRun(context: ApiContext, {writes}: Run): Promise<readonly CustomField[]> {
  const {http, timing, signal, reporter, now} = context;
  const done = writes.filter(({state, action, id}) => state === 'done' && action !== 'update' && id !== undefined);
  const latest = Math.max(0, ...done.map(({at}) => Date.parse(at)));
  let fields = await readSettledFields(http);
  const isShown = () => {
    const listed = new Set(fields.map(({id}) => id));
    return done.every(({action, id}) => listed.has(id) === (action === 'create'));
  };
  let isNoted = false;
  for (const wait of pollWaits(timing, latest + timing.maxLagMs - now().getTime())) {
    if (isShown()) break;
    if (!isNoted) await reporter.note('the list does not show all writes of the run yet; waiting for it');
    isNoted = true;
    await timing.sleep(wait, signal);
    fields = await readSettledFields(http);
  }
  return fields;
}
