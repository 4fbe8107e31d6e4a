import {type CustomField, isMarkedDeleted} from '../api/schemas.js';
import {flagOf, integerOf, type Json, type JsonObject, numberOf, stringOf} from '../json/json.js';
import {updateBodiesOf} from './planned-change.js';
import type {Run} from './run.js';

const mark = /^(?:is_?)?(?:deleted|archived|removed|trashed)(?:_?(?:at|on))?$/i;
const state = /^(?:status|state)$/i;
const goneState = /^(?:soft[_-]?)?(?:deleted|archived|removed|trashed)$/i;
const yes = /^(?:true|yes|y|t|on)$/i;
/** Other times stand for none, such as 0001-01-01, 1970-01-01 and 9999-12-31. */
const [earliestMs, latestMs] = [Date.UTC(2000, 0), Date.UTC(2200, 0)] as const;

function isTime(ms: number): boolean {
  return ms >= earliestMs && ms < latestMs;
}

/** True for a flag that is set, and for a time: a string, or s or ms since 1970. */
function isSet(value: Json): boolean {
  const number = numberOf(value) ?? integerOf(value) ?? 0;
  if (flagOf(value) === true || isTime(number) || isTime(number * 1000)) return true;
  const text = (stringOf(value) ?? '').replace(/^(\d{4})(\d\d)(\d\d)T.*/, '$1-$2-$3');
  return yes.test(text) || goneState.test(text) || (/\d{4}/.test(text) && isTime(Date.parse(text)));
}

function isSign([member, value = null]: readonly [string, Json | undefined]): boolean {
  return state.test(member) ? goneState.test(stringOf(value) ?? '') : mark.test(member) && isSet(value);
}

/** The first member of a listed field by which APIs mark deleted ones, and its value. */
export function findDeletionSign(field: JsonObject): readonly [string, Json | undefined] | undefined {
  return Object.entries(field).find(isSign);
}

/** True for a listed field that has such a member. Some APIs archive what is deleted, and list it further on. */
export function looksDeleted(field: JsonObject): boolean {
  return findDeletionSign(field) !== undefined;
}

/** False for a listed field that is marked as deleted, or looks deleted. */
export function isLive(field: CustomField): boolean {
  return !isMarkedDeleted(field) && !looksDeleted(field);
}

/** Leaves out fields that look deleted beside one of their name that does not: deleted, and replaced by that one. */
export function withoutArchivedTwins(fields: readonly CustomField[]): readonly CustomField[] {
  const nameOf = ({name}: CustomField) => (name ?? '').normalize();
  const live = new Set(fields.filter(isLive).map(nameOf));
  return fields.filter(field => !looksDeleted(field) || !live.has(nameOf(field)));
}

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
