import {flagOf, integerOf, type Json, type JsonObject, numberOf, stringOf} from '../json/json.js';
import {type CustomField, isMarkedDeleted} from './schemas.js';

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
