import type {CustomField} from '../api/fields.js';
import {stringOf} from '../json.js';
import type {Entry, Run} from './journal.js';
import type {Change} from './plan.js';

/**
 * What became of the writes of which a journal does not know the end, as far as the tenant shows it.
 *
 * @param there all fields of the tenant, read since
 * @param left what is still to be done of the run
 */
export function settleOpen(
  {writes}: Run,
  there: readonly CustomField[],
  left: readonly Change[],
  at: string,
): readonly Entry[] {
  return writes.flatMap(({state, action, name, id}): readonly Entry[] => {
    if (state !== 'open') return [];
    const named = there.find(field => field['name'] === name);
    const isThere = there.some(field => field['id'] === id);
    const note = 'its answer was lost; found out by reading the tenant';
    if (action === 'delete') return isThere ? [] : [{event: 'done', at, action, name, ...(id ? {id} : {}), note}];
    const isLeft = left.some(change => change.name === name && (change.action === 'create') === (action === 'create'));
    const found = stringOf(named?.['id']);
    return isLeft || found === undefined ? [] : [{event: 'done', at, action, name, id: found, note}];
  });
}
