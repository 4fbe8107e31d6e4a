import {describeSign} from '../api/paging-signs.js';
import type {CustomField} from '../api/schemas.js';
import {arrayOf, isObject, type JsonObject, objectOf} from '../json/json.js';

/** What to do about a field of which only some choices are known. */
export const adviseOnPartial = 'Leave out options: the API takes the choices of a field only as a whole (4.4).';

/**
 * Says that the tenant shows only some choices of a field, so that sending its options would remove the others;
 * `undefined` if nothing indicates that, or the body has no options.
 */
export function describePartialChoices(
  {options}: JsonObject,
  before: CustomField | undefined,
  verb = 'sending',
): string | undefined {
  const current = objectOf(before?.['options']);
  if (!isObject(options) || current === undefined) return undefined;
  const groups = (arrayOf(current['groups']) ?? []).filter(isObject);
  const sign = [current, ...groups].map(describeSign).find(each => each !== undefined);
  return (
    sign &&
    `the tenant shows only some of its choices (it returns ${sign}), and ${verb} the options would remove the others`
  );
}
