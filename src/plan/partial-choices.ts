import type {CustomField} from '../api/schemas.js';
import {arrayOf, flagOf, integerOf, isObject, type Json, type JsonObject, objectOf, stringOf} from '../json/json.js';
import {listChoices, toIdKey} from './choices/choices.js';
import type {Change, Remark} from './plan.js';

/** What to do about a field only some of whose choices are known. */
export const adviseOnPartial =
  'The API replaces all choices of a field at once (4.4). Leave out options, or send every choice with bizctl api PATCH /v2/customFields/ID --input FILE.';

const nouns = /_?(?:options?|choices?)_?/i;
const counts = /^(?:num(?:ber)?(?:_?of)?|total|(?:total_?)?count)_?$/i;
const flags = /^(?:has_?more|has_?next(?:_?page)?|(?:is_?)?truncated)$/i;
const tokens = /^next_?(?:page_?)?(?:token|cursor)$/i;
const aboutPaging = /^(?:page_?info|paging|pagination|_links|_?meta)$/i;
const maxShownLength = 100;

/** True for a member such as `has_more: true` or `next_page_token: "p2"`, perhaps in a member about paging. */
function saysMore(name: string, value: Json): boolean {
  if (flags.test(name)) return flagOf(value) === true;
  if (tokens.test(name)) return (stringOf(value) ?? '') !== '';
  if (!aboutPaging.test(name) || !isObject(value)) return false;
  return hasContent(value['next']) || Object.entries(value).some(([inner, given = null]) => saysMore(inner, given));
}

/**
 * True for a string that is not empty, and for an object with one, such as an `option_source`, which may have its own.
 */
function hasContent(value: Json | undefined): boolean {
  return isObject(value) ? Object.values(value).some(hasContent) : (stringOf(value) ?? '') !== '';
}

/** The members of a field that are about its choices by their names. */
function pickNamed(field: CustomField): JsonObject {
  return Object.fromEntries(Object.entries(field).filter(([name]) => nouns.test(name) && name !== 'options'));
}

/**
 * Finds a member by which an API may say that a list of choices is only the beginning, such as `has_more: true`,
 * `options_truncated: true`, or an `option_count` that is neither theirs nor that of all groups. Others may be about
 * the values stored for the choices.
 */
function findSign(object: JsonObject, count: number, all: number): readonly [string, Json] | undefined {
  return Object.entries(object)
    .map(([name, value = null]) => [name, value] as const)
    .find(([name, value]) => {
      const bare = name.replace(nouns, '');
      const stated = name !== bare && counts.test(bare) ? (integerOf(value) ?? 0) : 0;
      return saysMore(bare, value) || (stated > count && stated !== all);
    });
}

/** The member by which a field says that it has more choices than it shows; `undefined` if there is none. */
export function findPartialSign(field: CustomField): string | undefined {
  const options = objectOf(field['options']);
  // A source keeps its own choices.
  if (options === undefined || hasContent(options['option_source'])) return undefined;
  const groups = (arrayOf(options['groups']) ?? []).filter(isObject);
  const all = listChoices(options).length;
  const sign = [
    findSign(pickNamed(field), all, all),
    findSign(options, all, all),
    ...groups.map(group => findSign(group, arrayOf(group['options'])?.length ?? 0, all)),
  ].find(each => each !== undefined);
  return sign && `"${sign[0]}": ${JSON.stringify(sign[1]).slice(0, maxShownLength)}`;
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
  const sign = isObject(options) && before ? findPartialSign(before) : undefined;
  return (
    sign &&
    `the tenant shows only some of its choices (it returns ${sign}), and ${verb} the options would remove the others`
  );
}

/** By which APIs say that a field has no default. */
const noDefault = /^(?:[-0]*|-1|none)$/i;

/**
 * Says that the default of a field is none of the choices that the tenant shows, so that it may have others, which
 * sending its options would remove; `undefined` if nothing indicates that, or the body has no options.
 */
export function describeHiddenDefault({options}: JsonObject, before: CustomField | undefined): string | undefined {
  const {default_option_id: id, option_source: source} = objectOf(before?.['options']) ?? {};
  const key = toIdKey(id);
  if (!isObject(options) || key === undefined || noDefault.test(key) || hasContent(source)) return undefined;
  const shown = listChoices(before?.['options']);
  return shown.some(choice => choice.title === key || [undefined, key].includes(toIdKey(choice.id)))
    ? undefined
    : `the default choice ${JSON.stringify(id)} is not among the choices that the tenant shows; if it hides any, sending the options removes them`;
}

/** Warns of updates that may remove choices that the tenant does not show. */
export function describeHiddenChoices(changes: readonly Change[]): readonly Remark[] {
  return changes.flatMap(({action, name, place, body = {}, before}) => {
    const message = action === 'update' ? describeHiddenDefault(body, before) : undefined;
    return message === undefined ? [] : [{place, message: `${JSON.stringify(name)}: ${message}`}];
  });
}
