import * as fc from 'fast-check';
import type {Json, JsonObject} from '../../src/json/json.js';
import type {Dialect} from './dialect.js';
import {declare, type Edit, edits} from './edits.js';
import {isObject, objectsOf, without} from './exact-json.js';
import {undeclaredPlaces} from './expected-fields.js';
import {displayOptions, names, options, texts, types, validators, values} from './field-arbitraries.js';

/** What a tenant has, and what a fields file makes of it. */
export interface TenantAndFile {
  /** Fields to put on a server before the file is applied. */
  readonly stored: readonly JsonObject[];
  readonly declared: readonly JsonObject[];
  /** Names of the fields that have another type in the file. */
  readonly replaced: readonly string[];
}

/** A field as the reference describes it (2.1). */
export const documentedFields: fc.Arbitrary<JsonObject> = fc.record(
  {
    name: names,
    type: types,
    label: texts,
    description: texts,
    helper_text: texts,
    default_value: values,
    validators,
    display_options: displayOptions,
    options,
  },
  {requiredKeys: ['name', 'type', 'label']},
);

type UndeclaredPlace = (typeof undeclaredPlaces)[number];

function mapList(list: Json | undefined, change: (object: JsonObject) => JsonObject): readonly JsonObject[] {
  return objectsOf(list).map(change);
}

/** The field with members that the reference does not name. */
function addUndeclared(field: JsonObject, places: readonly UndeclaredPlace[]): JsonObject {
  const mark = (place: UndeclaredPlace, object: JsonObject): JsonObject =>
    places.includes(place) ? {...object, [`x_${place}`]: {of: 'the server', list: [1, null]}} : object;
  const change = (member: string, changed: (value: Json) => Json): JsonObject => {
    const value = field[member];
    return value === undefined ? {} : {[member]: changed(value)};
  };
  const markChoices = (group: JsonObject): JsonObject => ({
    ...group,
    options: mapList(group['options'], choice => mark('choice', choice)),
  });
  return mark('field', {
    ...field,
    ...change('type', type => (isObject(type) ? mark('type', type) : type)),
    ...change('display_options', display => (isObject(display) ? mark('display_options', display) : display)),
    ...change('validators', list => mapList(list, validator => mark('validator', validator))),
    ...change('options', choices =>
      isObject(choices)
        ? mark('options', {
            ...choices,
            groups: mapList(choices['groups'], group => mark('group', markChoices(group))),
          })
        : choices,
    ),
  });
}

/** A field, where it is, how the file differs, and where the server has members of its own. */
interface Case {
  readonly field: JsonObject;
  readonly edit: Edit;
  readonly undeclared: readonly UndeclaredPlace[];
}

function toTenantAndFile(cases: readonly Case[]): TenantAndFile {
  const stored = cases.filter(({edit}) => edit.place !== 'file only');
  const declared = cases.filter(({edit}) => edit.place !== 'tenant only');
  const members = declared.map(({field, edit}) =>
    edit.place === 'both' ? declare(field, edit) : {...field, ...withoutDefault(field)},
  );
  return {
    stored: stored.map(({field, undeclared}) => addUndeclared(field, undeclared)),
    declared: members,
    replaced: declared
      .filter(({edit}) => edit.place === 'both' && edit.type === 'changed')
      .flatMap(({field: {name}}) => (typeof name === 'string' ? [name] : [])),
  };
}

/** A choice has no id before the server gives it one, so that a file for a new field cannot name the default one. */
function withoutDefault({options}: JsonObject): JsonObject {
  return isObject(options) ? {options: without(options, 'default_option_id')} : {};
}

const fixed: Partial<Edit> = JSON.parse(process.env['LAWS_EDIT'] ?? '{}');

/** Tenants with a file, and edits as given, or in the environment, in place of drawn ones. */
export function tenantsAndFiles(given: Partial<Edit> = {}): fc.Arbitrary<TenantAndFile> {
  const cases = fc.record({
    field: documentedFields,
    edit: edits.map(edit => ({...edit, ...given, ...fixed})),
    undeclared: fc.subarray([...undeclaredPlaces]),
  });
  const nameOf = ({field: {name}}: Case) => (typeof name === 'string' ? name.normalize('NFKC').toLowerCase() : '');
  return fc.uniqueArray(cases, {minLength: 1, maxLength: 5, selector: nameOf}).map(toTenantAndFile);
}

/** The options with their last choice, by an id of the file's own, as the default. */
function withDefault(options: JsonObject): JsonObject {
  const groups = objectsOf(options['groups']);
  const last = groups.findLastIndex(group => objectsOf(group['options']).length > 0);
  const change = (group: JsonObject, index: number): JsonObject => {
    const choices = objectsOf(group['options']);
    return index === last
      ? {
          ...group,
          options: [...choices.slice(0, -1), ...choices.slice(-1).map(choice => ({...choice, id: 'of the file'}))],
        }
      : group;
  };
  return last < 0 ? options : {...options, groups: groups.map(change), default_option_id: 'of the file'};
}

/** Files that may make a choice the default, whether or not the tenant has it. */
export function filesWithDefaults(dialect: fc.Arbitrary<Dialect>): fc.Arbitrary<[Dialect, TenantAndFile]> {
  return fc.tuple(dialect, tenantsAndFiles(), fc.boolean()).map(([drawn, file, setsDefaults]) => {
    // Where each write gives choices new ids, no default lasts; where objects are merged, none can be taken away.
    if (!setsDefaults || drawn.added === 'new choice ids' || drawn.objects === 'merge') return [drawn, file];
    const declared = file.declared.map(field =>
      isObject(field['options']) ? {...field, options: withDefault(field['options'])} : field,
    );
    return [drawn, {...file, declared}];
  });
}
