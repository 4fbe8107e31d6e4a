import {saysMore} from '../api/paging-signs.js';
import type {CustomField} from '../api/schemas.js';
import {arrayOf, integerOf, isObject, type Json, type JsonObject, objectOf} from '../json/json.js';
import {listChoices, toIdKey} from './choices.js';
import type {Change, Remark} from './plan.js';

/** What to do about a field of which only some choices are known. */
export const adviseOnPartial = 'Leave out options: the API takes the choices of a field only as a whole (4.4).';

const nouns = /_?(?:options?|choices?|groups?|items?)_?/i;
const counts = /^(?:num(?:ber)?(?:_?of)?|total|(?:total_?)?count)_?$/i;
const totals = /^total(?:_?count)?$/i;
const maxShownLength = 100;

/**
 * Finds a member by which an API may say that a list in an object is only the beginning, such as `has_more: true`,
 * `options_truncated: true`, or a count above that of the elements.
 */
function findSign(object: JsonObject, count: (name: string) => number): readonly [string, Json] | undefined {
  return Object.entries(object)
    .map(([name, value = null]) => [name, value] as const)
    .find(([name, value]) => {
      const bare = name.replace(nouns, '');
      const isCount = name === bare ? totals.test(bare) : counts.test(bare);
      const isRemaining = bare === 'remaining';
      const stated = integerOf(value) ?? 0;
      return saysMore({[bare]: value}) || (isCount && stated > count(name)) || (isRemaining && stated > 0);
    });
}

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
  const all = listChoices(current).length;
  const [sign] = [
    findSign(current, name => (/group/i.test(name) ? groups.length : all)),
    ...groups.map(group => findSign(group, () => arrayOf(group['options'])?.length ?? 0)),
  ].flatMap(each => (each === undefined ? [] : [each]));
  if (sign === undefined) return undefined;
  const shown = `"${sign[0]}": ${JSON.stringify(sign[1]).slice(0, maxShownLength)}`;
  return `the tenant shows only some of its choices (it returns ${shown}), and ${verb} the options would remove the others`;
}

/**
 * Says that the default of a field is none of the choices that the tenant shows, so that it may have others, which
 * sending its options would remove; `undefined` if nothing indicates that, or the body has no options.
 */
export function describeHiddenDefault({options}: JsonObject, before: CustomField | undefined): string | undefined {
  const {default_option_id: id, option_source: source} = objectOf(before?.['options']) ?? {};
  const ids = listChoices(before?.['options']).map(choice => toIdKey(choice.id));
  const key = toIdKey(id);
  if (!isObject(options) || key === undefined || key === '' || (source ?? null) !== null) return undefined;
  return ids.includes(undefined) || ids.includes(key)
    ? undefined
    : `no choice that the tenant shows is its default, ${JSON.stringify(id)}; if the tenant has choices that it does not show, sending the options removes them`;
}

/** Warns of updates and replacements that may remove choices that the tenant does not show. */
export function describeHiddenChoices(changes: readonly Change[]): readonly Remark[] {
  return changes.flatMap(({name, place, body = {}, before}) => {
    const message = describeHiddenDefault(body, before);
    return message === undefined ? [] : [{place, message: `${JSON.stringify(name)}: ${message}`}];
  });
}
