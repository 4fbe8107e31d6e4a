import type {CustomField} from '../api/schemas.js';
import {listFirst} from '../base/and-more.js';
import type {Json} from '../json/json.js';
import type {Remark} from './plan.js';

const mark = /^(?:is_?)?(?:deleted|archived|removed|trashed)(?:_?(?:at|on))?$/i;
const state = /^(?:status|state)$/i;
const goneState = /^(?:soft[_-]?)?(?:deleted|archived|removed|trashed)$/i;
const notSet: ReadonlySet<Json> = new Set([null, false, 0, '', 'false', '0']);

function isSign([member, value = null]: readonly [string, Json | undefined]): boolean {
  if (state.test(member)) return typeof value === 'string' && goneState.test(value);
  return mark.test(member) && !notSet.has(value);
}

/**
 * True for a listed field that has a member by which APIs tell deleted ones. Some archive what is deleted, and deleting
 * it again would never end.
 */
export function looksDeleted(field: CustomField): boolean {
  return Object.entries(field).some(isSign);
}

const maxNamed = 5;

/**
 * Says which fields look deleted although they are listed. The reference names no such mark but `deleted` in an update
 * (4.4), so bizctl only points it out.
 */
export function describeDeletionSigns(fields: readonly CustomField[]): readonly Remark[] {
  const found = fields.flatMap(field => {
    const sign = Object.entries(field).find(isSign);
    return sign ? `${JSON.stringify(field.name ?? null)} (${sign[0]}: ${JSON.stringify(sign[1])})` : [];
  });
  return found.length === 0
    ? []
    : [{message: `the tenant still lists fields that may have been deleted: ${listFirst(found, maxNamed)}`}];
}

/** Says which fields a plan does not prune. */
export function describeSkipped(fields: readonly CustomField[]): readonly Remark[] {
  const names = fields.map(({name = null}) => JSON.stringify(name));
  return names.length === 0
    ? []
    : [{message: `not pruned, because they may have been deleted: ${listFirst(names, maxNamed)}`}];
}
