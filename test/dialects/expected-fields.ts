import type {Json, JsonObject} from '../../src/json/json.js';
import {serverMembers} from './add-members.js';
import type {Dialect} from './dialect.js';
import {canonical, isObject, objectsOf, textOf, without, withoutAnywhere} from './exact-json.js';
import {fillIn} from './fill-in.js';

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The members of `current` that `desired` does not declare stay, at every depth; lists are those of `desired`. */
function overlay(desired: Json, current: Json | undefined): Json {
  if (!isObject(desired) || !isObject(current)) return desired;
  return Object.fromEntries(
    [...new Set([...Object.keys(current), ...Object.keys(desired)])].map(member => {
      const value = desired[member];
      return [member, value === undefined ? current[member] : overlay(value, current[member])];
    }),
  );
}

interface PlacedChoice {
  readonly header: Json | undefined;
  readonly choice: JsonObject;
}

function choicesOf(options: Json | undefined): readonly PlacedChoice[] {
  const groups = isObject(options) ? objectsOf(options['groups']) : [];
  return groups.flatMap(({header, options}) => objectsOf(options).map(choice => ({header, choice})));
}

/** Which choice each declared one stands for: by header and title, else by title (row 149). */
function matchChoices(
  declared: readonly PlacedChoice[],
  current: readonly PlacedChoice[],
): ReadonlyMap<JsonObject, JsonObject> {
  const matches = new Map<JsonObject, JsonObject>();
  const free = new Set(current);
  for (const isSame of [(one: PlacedChoice, other: PlacedChoice) => one.header === other.header, () => true])
    for (const wanted of declared) {
      const found = [...free].find(
        placed => placed.choice['title'] === wanted.choice['title'] && isSame(placed, wanted),
      );
      if (!found || matches.has(wanted.choice)) continue;
      matches.set(wanted.choice, found.choice);
      free.delete(found);
    }
  return matches;
}

/** Titles of the choices that are no longer there. */
export function lostChoices(stored: JsonObject, declared: JsonObject): readonly string[] {
  if (!isObject(declared['options']) || !isList(declared['options']['groups'])) return [];
  const current = choicesOf(stored['options']);
  const kept = new Set(matchChoices(choicesOf(declared['options']), current).values());
  return current.filter(({choice}) => !kept.has(choice)).map(({choice}) => textOf(choice['title']));
}

/**
 * The group that a declared one stands for: by header, or else by the first of its choices that is there already, but
 * not in a group that another one stands for by its header.
 */
function findGroup(
  current: readonly JsonObject[],
  desired: readonly JsonObject[],
  declared: JsonObject,
): JsonObject | undefined {
  const sameHeader = current.find(({header}) => header === declared['header']);
  const isUnique = (groups: readonly JsonObject[], header: Json | undefined) =>
    groups.filter(group => group['header'] === header).length === 1;
  const groups = current.filter(({header}) => !isUnique(current, header) || !isUnique(desired, header));
  const titles = objectsOf(declared['options']).map(({title}) => title);
  const counts = (title: Json | undefined) =>
    groups.flatMap(({options}) => objectsOf(options)).filter(choice => choice['title'] === title).length;
  const [first] = titles.filter(title => counts(title) === 1);
  return sameHeader ?? groups.find(({options}) => objectsOf(options).some(({title}) => title === first));
}

function overlayOptions(desired: JsonObject, current: Json | undefined): Json {
  const merged = overlay(desired, current);
  const groups = objectsOf(isObject(current) ? current['groups'] : undefined);
  if (!isObject(merged) || !isList(desired['groups'])) return merged;
  const matches = matchChoices(choicesOf(desired), choicesOf(current));
  const overlayChoices = (choices: Json | undefined): JsonObject =>
    isList(choices) ? {options: objectsOf(choices).map(choice => overlay(choice, matches.get(choice)))} : {};
  return {
    ...merged,
    groups: objectsOf(desired['groups']).map(group => ({
      ...without(findGroup(groups, objectsOf(desired['groups']), group) ?? {}, 'options'),
      ...group,
      ...overlayChoices(group['options']),
    })),
  };
}

/** A validator is known by the kind of its size. */
function overlayValidators(desired: readonly Json[], current: Json | undefined): readonly Json[] {
  const kindOf = ({size}: JsonObject) => (isObject(size) ? textOf(size['size_type']).toLowerCase() : undefined);
  return objectsOf(desired).map(validator =>
    overlay(
      validator,
      objectsOf(current).find(each => kindOf(each) === kindOf(validator)),
    ),
  );
}

/** The field that a declaration makes of a stored one. */
function expectField(declared: JsonObject, stored: JsonObject | undefined): JsonObject {
  const shown = without(declared, 'hint', 'example_value');
  const {options, validators} = shown;
  const merged = overlay(shown, stored);
  return {
    ...(isObject(merged) ? merged : {}),
    ...(isObject(options) ? {options: overlayOptions(options, stored?.['options'])} : {}),
    ...(isList(validators) ? {validators: overlayValidators(validators, stored?.['validators'])} : {}),
  };
}

/** What is there after an apply that deletes and replaces nothing. */
export function expectFields(declared: readonly JsonObject[], stored: readonly JsonObject[]): readonly JsonObject[] {
  return [
    ...stored.filter(({name}) => declared.every(field => field['name'] !== name)),
    ...declared.map(field =>
      expectField(
        field,
        stored.find(({name}) => name === field['name']),
      ),
    ),
  ];
}

/**
 * The field without ids, without what is empty, and without what the server changes by itself. A default choice is
 * shown by its title; the reference leaves open what the default is when its choice is gone.
 */
function comparable(field: JsonObject, dialect: Dialect): JsonObject {
  const shown = showDefault(fillIn(field, dialect));
  const bare = withoutNothing(withoutAnywhere(shown, ['id', ...serverMembers[dialect.added]]));
  return isObject(bare) ? bare : {};
}

function showDefault(field: JsonObject): JsonObject {
  const {options} = field;
  if (!isObject(options) || options['default_option_id'] === undefined) return field;
  const found = choicesOf(options).find(({choice}) => choice['id'] === options['default_option_id']);
  const title = found ? {default_option_id: `choice ${textOf(found.choice['title'])}`} : {};
  return {...field, options: {...without(options, 'default_option_id'), ...title}};
}

/** A server may leave out what is null, an empty text or an empty list, so that none of them differs from nothing. */
function withoutNothing(value: Json): Json {
  if (isList(value)) return value.map(withoutNothing);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([member, inner]) =>
      inner === undefined || inner === null || inner === '' || (isList(inner) && inner.length === 0)
        ? []
        : [[member, withoutNothing(inner)]],
    ),
  );
}

/** Fields by name, as texts that are equal for equal fields. */
export function describeFields(fields: readonly JsonObject[], dialect: Dialect): readonly string[] {
  return fields.map(field => canonical(comparable(field, dialect))).toSorted();
}

/** Where a test's server has members that the reference does not name: `x_field` in a field, and so on. */
export const undeclaredPlaces = [
  'field',
  'display_options',
  'options',
  'group',
  'choice',
  'validator',
  'type',
] as const;

/** The same without the members that the reference does not name. */
export function describeDocumented(fields: readonly JsonObject[], dialect: Dialect): readonly string[] {
  const members = undeclaredPlaces.map(place => `x_${place}`);
  return describeFields(objectsOf(withoutAnywhere([...fields], members)), dialect);
}

/** The ids of choices, each with its place, which stays the same when nobody renames anything there. */
export function placeChoices(fields: readonly JsonObject[]): readonly string[] {
  return fields.flatMap(({name = null, options}) =>
    choicesOf(options).flatMap(({header = null, choice: {id, title = null}}) =>
      id === undefined ? [] : [JSON.stringify({name, header, title, id})],
    ),
  );
}

/** The ids of all choices in fields or bodies. */
export function choiceIds(fields: readonly JsonObject[]): readonly string[] {
  return fields.flatMap(({options}) =>
    choicesOf(options).flatMap(({choice: {id}}) => (typeof id === 'string' ? [id] : [])),
  );
}
