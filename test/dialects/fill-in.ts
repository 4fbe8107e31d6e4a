import type {Json, JsonObject} from '../../src/json/json.js';
import type {Dialect} from './dialect.js';
import {isObject, objectsOf} from './exact-json.js';

const nullable = ['description', 'helper_text', 'default_value', 'display_options', 'options', 'validators'] as const;
const nothing: JsonObject = Object.fromEntries(nullable.map(member => [member, null]));

function addTypeMembers(type: Json | undefined): Json {
  if (!isObject(type)) return type ?? null;
  const {array} = type;
  return {
    array: null,
    ref: null,
    ...type,
    ...(isObject(array) ? {array: {...array, list_type: addTypeMembers(array['list_type'])}} : {}),
  };
}

function addDefaults(field: JsonObject): JsonObject {
  const {display_options, options, validators} = field;
  const fillGroup = (group: JsonObject): JsonObject => ({
    ...group,
    options: objectsOf(group['options']).map(choice => ({subtitle: '', ...choice})),
  });
  return {
    ...field,
    description: field['description'] ?? '',
    helper_text: field['helper_text'] ?? '',
    display_options: {type: 'DEFAULT', hidden: false, ...(isObject(display_options) ? display_options : {})},
    validators: objectsOf(validators).map(validator => ({required: false, ...validator})),
    ...(isObject(options)
      ? {options: {option_source: null, ...options, groups: objectsOf(options['groups']).map(fillGroup)}}
      : {}),
  };
}

/** The field with the documented members that it lacks, as the server of the dialect shows them. */
export function fillIn(whole: JsonObject, dialect: Dialect): JsonObject {
  const filled = writeScalars(addAbsent(whole, dialect), dialect);
  return dialect.enums === 'lower case' ? lowerEnums(filled) : filled;
}

const flags = ['required', 'hidden', 'sortable', 'allow_past_dates', 'allow_future_dates'];

function writeScalars(field: JsonObject, {scalars}: Dialect): JsonObject {
  const write = (member: string, value: Json): Json => {
    const isScalar = (flags.includes(member) && typeof value === 'boolean') || (member === 'size' && !isObject(value));
    if (isScalar && scalars === 'as texts') return typeof value === 'string' ? value : JSON.stringify(value);
    if (typeof value === 'boolean' && isScalar) return Number(value);
    if (Array.isArray(value)) return value.map(each => write('', each));
    return isObject(value) ? writeAll(value) : value;
  };
  const writeAll = (object: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([member, value = null]) => [member, write(member, value)]));
  if (scalars === 'as sent') return field;
  const written = ['validators', 'display_options'].flatMap(member => {
    const value = field[member];
    return value === undefined ? [] : [[member, write(member, value)] as const];
  });
  return {...field, ...Object.fromEntries(written)};
}

function addAbsent(whole: JsonObject, {absent, zeros}: Dialect): JsonObject {
  const dropped = zeros === 'left out' ? dropZeros(whole) : whole;
  const field = isObject(dropped) ? dropped : whole;
  if (absent === 'left out') return field;
  if (absent === 'as defaults') return addDefaults(field);
  return {...nothing, ...field, type: addTypeMembers(field['type'])};
}

const enumerated = ['type', 'validators', 'display_options', 'options'];
const enumerations = ['discriminator', 'primitive_type', 'size_type', 'type', 'display_type', 'reference_display_type'];

function lowerEnums(field: JsonObject): JsonObject {
  const lower = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(lower);
    if (!isObject(value)) return value;
    const lowerMember = (member: string, inner: Json): Json => {
      if (enumerations.includes(member) && typeof inner === 'string') return inner.toLowerCase();
      const isList = member === 'duration_units' && Array.isArray(inner);
      return isList ? inner.map(unit => (typeof unit === 'string' ? unit.toLowerCase() : unit)) : lower(inner);
    };
    return Object.fromEntries(
      Object.entries(value).map(([member, inner = null]) => [member, lowerMember(member, inner)]),
    );
  };
  const shown = enumerated.flatMap(member => {
    const value = field[member];
    return value === undefined ? [] : [[member, lower(value)] as const];
  });
  return {...field, ...Object.fromEntries(shown)};
}

/**
 * Drops false, 0 and empty lists at every depth, but for sizes, which are required, and values that are the user's own.
 */
function dropZeros(value: Json): Json {
  if (Array.isArray(value)) return value.map(dropZeros);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([member, inner]) =>
      inner === undefined ||
      inner === false ||
      (inner === 0 && member !== 'size') ||
      (Array.isArray(inner) && inner.length === 0)
        ? []
        : [[member, member === 'default_value' ? inner : dropZeros(inner)]],
    ),
  );
}
