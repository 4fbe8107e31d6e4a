import {describeDifferences} from '../api/differences.js';
import type {CustomField} from '../api/schemas.js';
import {arrayOf, isObject, type JsonObject, objectOf} from '../json/json.js';
import type {Entry, Run} from './journal.js';
import type {Change} from './plan.js';

/**
 * What became of the writes of which a journal does not know the end, as far as the tenant shows it.
 *
 * @param current all fields of the tenant, read since
 * @param left what is still to be done of the run
 */
export function resolveOpenWrites(
  {writes, plan}: Run,
  current: readonly CustomField[],
  left: readonly Change[],
  at: string,
): readonly Entry[] {
  return writes.flatMap(({state, action, name, id}): readonly Entry[] => {
    if (state !== 'open') return [];
    const named = current.find(field => field.name === name);
    const isThere = current.some(field => field.id === id);
    const note = 'the reply was lost; confirmed by reading the tenant';
    if (action === 'delete') return isThere ? [] : [{event: 'done', at, action, name, ...(id ? {id} : {}), note}];
    const isLeft = left.some(change => change.name === name && (change.action === 'create') === (action === 'create'));
    const found = named?.id;
    // Somebody else may have made a field of that name: one that is not as it was sent is not taken for ours.
    const isOther = action === 'create' && named && describeDifferences(bodyOf(plan, name), named) !== undefined;
    return isLeft || isOther || found === undefined ? [] : [{event: 'done', at, action, name, id: found, note}];
  });
}

/** What a run set out to send for a field of that name. */
function bodyOf(plan: JsonObject, name: string): JsonObject {
  const change = (arrayOf(plan['changes']) ?? []).find(each => isObject(each) && each['name'] === name);
  return objectOf(objectOf(change)?.['body']) ?? {};
}
