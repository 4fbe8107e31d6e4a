import {isLive, looksDeleted} from '../api/looks-deleted.js';
import {type CustomField, isMarkedDeleted} from '../api/schemas.js';
import type {JsonObject} from '../json/json.js';
import {updateBodiesOf} from './planned-change.js';
import type {Run} from './run.js';

/**
 * Returns a function that tells whether a listed field has been deleted since a run: it is marked, or it looks deleted
 * and did not before.
 *
 * @param before the fields that the run wrote to, as they were
 */
export function createDeletedTest(before: readonly JsonObject[]): (field: CustomField) => boolean {
  const archived = new Set(before.filter(looksDeleted).map(({id}) => id));
  return field => isMarkedDeleted(field) || (looksDeleted(field) && !archived.has(field.id));
}

/**
 * Marks fields that have been deleted since a run, and that the API lists as archived, but for those that it archived.
 */
export function markDeleted(current: readonly CustomField[], {before, plan}: Run): readonly CustomField[] {
  const isDeleted = createDeletedTest(before);
  const bodies = updateBodiesOf(plan.changes);
  const isOwn = ({id}: CustomField) => {
    const body = bodies.get(id ?? '');
    return body !== undefined && !isLive(body);
  };
  return current.map(field => (isDeleted(field) && !isOwn(field) ? {...field, deleted: true} : field));
}
