import * as z from 'zod';
import {sameNumber} from '../json/compare-numbers.js';
import {arrayOf, isObject, type Json, type JsonObject, sameJson} from '../json/json.js';

/*
 * The parts of a custom field (2.2 to 2.4a), as far as the reference tells. Objects are loose and enumerations open:
 * only the values seen are listed there, so others pass. What is marked required is required, everything else may be
 * absent or null.
 */

export const integer = z
  .custom<Json>(value => {
    const digits = JSON.isRawJSON(value) ? value.rawJSON : String(value);
    // 10.0 and 1e2 are whole numbers too; a long one keeps its digits.
    return typeof value !== 'string' && (/^-?\d+$/.test(digits) || Number.isInteger(Number(digits)));
  }, 'is not a whole number')
  .meta({type: 'integer'});
export const text = z.string();
export const flag = z.boolean();
export const anything = z.custom<Json>(() => true);
/** An object whose members the reference does not name. */
export const freeObject = z.custom<JsonObject>(isObject, 'is not an object').meta({type: 'object'});

/** An open enumeration. */
function oneOf(...seen: readonly string[]) {
  return text.meta({description: `Values seen: ${seen.join(', ')}. Others may exist.`, examples: [...seen]});
}

const reference = z.looseObject({category: text.nullish(), name: text.nullish()});

export const fieldType = z.looseObject({
  discriminator: oneOf('SIMPLE', 'REF', 'ARRAY'),
  primitive_type: oneOf('DECIMAL', 'DATETIME', 'SEMVER', 'ARRAY', 'PHONE'),
  get array() {
    return z.looseObject({list_type: fieldType}).nullish();
  },
  ref: z.looseObject({reference_type: reference.nullish(), fields: z.array(text).nullish()}).nullish(),
});

export const validator = z.looseObject({
  required: flag.nullish(),
  size: z.looseObject({size: integer, size_type: oneOf('MIN', 'MAX')}),
});

const referenceDisplay = z.looseObject({
  hidden: flag.nullish(),
  card_options: z.looseObject({card_properties: anything.optional()}).nullish(),
  title_property: text.nullish(),
  description_property: text.nullish(),
  reference_display_type: oneOf('DROPDOWN', 'CARD').nullish(),
  empty_state: z.looseObject({title: text.nullish(), description: text.nullish()}).nullish(),
  component_name: text.nullish(),
});

export const displayOptions = z.looseObject({
  hidden: flag.nullish(),
  type: oneOf('ARRAY', 'REF', 'DATE_TIME', 'DEFAULT', 'BOOLEAN'),
  get array_display_options() {
    return z.looseObject({item_options: displayOptions, sortable: flag.nullish()}).nullish();
  },
  reference_type_display_options: referenceDisplay.nullish(),
  date_time_display_options: z
    .looseObject({allow_past_dates: flag.nullish(), allow_future_dates: flag.nullish()})
    .nullish(),
  boolean_display_options: z
    .looseObject({display_type: oneOf('TOGGLE', 'TOGGLE_BUTTON', 'CHECKBOX', 'RADIO').nullish()})
    .nullish(),
  duration: z
    .looseObject({
      duration_units: z.array(oneOf('MINUTES', 'HOURS', 'DAYS', 'MONTHS', 'YEARS')).nullish(),
    })
    .nullish(),
});

// The value types of an option's own members are not shown, so they are not checked (2.4a).
const option = z.looseObject({
  id: anything.optional(),
  sort_order: anything.optional(),
  subtitle: anything.optional(),
  title: anything.optional(),
});

export const optionGroup = z.looseObject({
  header: text.nullish(),
  sort_order: integer.nullish(),
  options: z.array(option).nullish(),
});

export const options = z.looseObject({
  display_type: oneOf('RADIO', 'DROPDOWN', 'CHECKBOX'),
  groups: z.array(optionGroup).nullish(),
  default_option_id: text.nullish(),
  option_source: reference.nullish(),
});

/** A path within a field, from its member on. */
export type FieldPath = readonly (string | number)[];

/**
 * How a list is read: `keyed` lists have elements with a name or kind of their own (2.3, 2.4a), `set`s have values in
 * any order. All others are values as a whole, whose elements may mean anything.
 */
export function kindOfList(path: FieldPath): 'keyed' | 'set' | 'value' {
  const [member, last] = [path[0], path.at(-1)];
  if (member === 'validators' && path.length === 1) return 'keyed';
  if (member === 'options' && (last === 'groups' || last === 'options')) return 'keyed';
  if (member === 'display_options' && last === 'duration_units') return 'set';
  return member === 'type' && last === 'fields' ? 'set' : 'value';
}

/** Formats a path, such as `type.array.list_type` or `validators[0].size`. */
export function showPath(path: FieldPath): string {
  return path.reduce<string>((shown, part) => {
    if (typeof part === 'string' && shown === '') return part;
    return typeof part === 'string' && /^[^.[\]"]+$/.test(part)
      ? `${shown}.${part}`
      : `${shown}[${JSON.stringify(part)}]`;
  }, '');
}

/** True for a path within a free-form value (2.1), where null and [] are not the same. */
export function isWithinFreeValue(path: FieldPath): boolean {
  return path[0] === 'default_value' && path.length > 1;
}

/** True for a value that an API may omit. */
export function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || arrayOf(value)?.length === 0;
}

/** If there are more pairs of elements, each is looked for in its own place only. */
const maxPairs = 250_000;

/**
 * Replaces each desired element with a current one that contains it, so that members added by the API survive. An equal
 * element is preferred to one with more members, and the one in the same place to any other.
 */
export function keepUnchanged(desired: readonly Json[], current: readonly Json[]): readonly Json[] {
  const left = new Set(current.keys());
  const isWithin = (element: Json, index: number) => hasAll(current[index], element);
  const isSame = (element: Json, index: number) => isWithin(element, index) && hasAll(element, current[index] ?? null);
  if (desired.length === current.length && desired.every(isWithin)) return current;
  const kept = new Map<number, Json>();
  for (const isKept of [isSame, isWithin])
    for (const [place, element] of desired.entries()) {
      if (kept.has(place)) continue;
      const places = desired.length * current.length > maxPairs ? [place] : [place, ...left];
      const index = places.find(each => left.has(each) && isKept(element, each));
      if (index !== undefined && left.delete(index)) kept.set(place, current[index] ?? null);
    }
  return desired.map((element, place) => kept.get(place) ?? element);
}

function hasAll(current: Json | undefined, desired: Json | undefined): boolean {
  if ((current === undefined || desired === undefined) && isEmpty(current) && isEmpty(desired)) return true;
  const [currentList, desiredList] = [arrayOf(current), arrayOf(desired)];
  if (currentList && desiredList)
    return currentList.length === desiredList.length && desiredList.every((each, at) => hasAll(currentList[at], each));
  if (isObject(current) && isObject(desired))
    return Object.entries(desired).every(([member, value]) => hasAll(current[member], value));
  return sameNumber(current, desired) ?? sameJson(current, desired);
}

export type Schema = z.core.$ZodType;

export function unwrap(schema: Schema): Schema {
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable;
  return isWrapped ? unwrap(schema.unwrap()) : schema;
}

/** The members that a schema names; none if it is not one of an object. */
export function membersOf(schema: Schema | undefined): ReadonlyMap<string, Schema> {
  const object = schema && unwrap(schema);
  return new Map(object instanceof z.ZodObject ? Object.entries<Schema>(object.shape) : []);
}

/** The schema of the elements of a list; `undefined` if it is not one of a list. */
export function elementOf(schema: Schema): Schema | undefined {
  const list = unwrap(schema);
  return list instanceof z.ZodArray ? list.element : undefined;
}

/** True for an object whose members the reference leaves open. */
export function isFreeObject(schema: Schema): boolean {
  return unwrap(schema) === freeObject;
}

/** The values of an open enumeration that the reference lists. */
export function seenValuesOf(schema: Schema): readonly string[] {
  const examples = z.globalRegistry.get(unwrap(schema))?.['examples'];
  return Array.isArray(examples) ? examples.filter(example => typeof example === 'string') : [];
}
