import {findDeletionSign} from '../api/looks-deleted.js';
import type {CustomField} from '../api/schemas.js';
import {listFirst} from '../base/and-more.js';
import type {JsonObject} from '../json/json.js';
import {listChoices} from './choices/choices.js';
import type {Remark} from './plan.js';

const maxNamed = 5;

/** Such as `archived: true`; `undefined` for a field or choice that does not look deleted. */
export function describeDeletionSign(object: JsonObject): string | undefined {
  const sign = findDeletionSign(object);
  return sign && `${sign[0]}: ${JSON.stringify(sign[1])}`;
}

/**
 * Says which fields look deleted although they are listed. The reference names no such mark but `deleted` in an update
 * (4.4), so bizctl only points it out.
 */
export function describeDeletionSigns(fields: readonly CustomField[]): readonly Remark[] {
  const found = fields.flatMap(field => {
    const sign = describeDeletionSign(field);
    return sign ? `${JSON.stringify(field.name ?? null)} (${sign})` : [];
  });
  return found.length === 0
    ? []
    : [{message: `the tenant still lists fields that may have been deleted: ${listFirst(found, maxNamed)}`}];
}

/** Says which choices look deleted although they are listed. */
export function describeDeletedChoices(fields: readonly CustomField[]): readonly Remark[] {
  const found = fields.flatMap(({name = null, options}) =>
    listChoices(options).flatMap(({title, members}) => {
      const sign = describeDeletionSign(members);
      return sign === undefined ? [] : `${JSON.stringify(title)} of ${JSON.stringify(name)} (${sign})`;
    }),
  );
  return found.length === 0
    ? []
    : [{message: `the tenant still lists choices that may have been deleted: ${listFirst(found, maxNamed)}`}];
}

/** Says which fields a plan does not prune. */
export function describeSkipped(fields: readonly CustomField[]): readonly Remark[] {
  const names = fields.map(({name = null}) => JSON.stringify(name));
  return names.length === 0
    ? []
    : [{message: `not pruned, because they may have been deleted: ${listFirst(names, maxNamed)}`}];
}
