import * as z from 'zod';
import {arrayOf, isObject, type Json, type JsonObject, objectOf, stringOf} from '../json/json.js';

/*
 * The parts of a custom field (2.2 to 2.4a), as far as the reference goes. Objects are loose and enumerations open:
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

/** The members whose values are of an enumeration (2.2 to 2.4a), by the member of the field that they are in. */
const enumMembers: ReadonlyMap<string | number | undefined, readonly string[]> = new Map([
  ['type', ['discriminator', 'primitive_type']],
  ['validators', ['size_type']],
  ['display_options', ['type', 'display_type', 'reference_display_type', 'duration_units']],
  ['options', ['display_type']],
]);

/** True for a path within a member in which the reference shows flags, whole numbers and enumerations. */
export function isTyped(path: FieldPath): boolean {
  return enumMembers.has(path[0]) && !path.includes('card_properties');
}

/** True for a value of an enumeration in another case; an API may list them in lower case. */
export function isSameEnum(one: Json | undefined, other: Json | undefined, path: FieldPath): boolean {
  const member = path.findLast(part => typeof part === 'string') ?? '';
  const isEnum = isTyped(path) && enumMembers.get(path[0])?.includes(member);
  const name = stringOf(one)?.toUpperCase();
  return isEnum === true && name !== undefined && name === stringOf(other)?.toUpperCase();
}

/**
 * Spells a value of an enumeration as one of the current ones does, unless it is in upper case, as in the reference
 * (2.2 to 2.4a).
 */
export function spell(value: Json, current: readonly Json[], path: FieldPath): Json {
  const isAsDocumented = stringOf(value)?.toUpperCase() === value;
  return (isAsDocumented ? undefined : current.find(each => isSameEnum(value, each, path))) ?? value;
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

/** True if the body has choices without an id, which the API creates (2.4a). */
export function addsChoices({options}: JsonObject): boolean {
  const groups = arrayOf(objectOf(options)?.['groups']) ?? [];
  const choices = groups.flatMap(group => arrayOf(objectOf(group)?.['options']) ?? []);
  return choices.some(choice => isObject(choice) && choice['id'] === undefined);
}
