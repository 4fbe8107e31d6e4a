import type {Json, JsonObject} from '../../src/json/json.js';
import {serverMembers} from './add-members.js';
import type {Dialect} from './dialect.js';
import {canonical, isObject, objectsOf, textOf, without, withoutAnywhere} from './exact-json.js';

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

/** The choice that a declared one stands for: by header and title, then by title (row 149). */
function findChoice(all: readonly PlacedChoice[], header: Json | undefined, title: Json | undefined) {
  const same = all.filter(({choice}) => choice['title'] === title);
  return (same.find(placed => placed.header === header) ?? (same.length === 1 ? same[0] : undefined))?.choice;
}

/** Titles of the choices that are no longer there. */
export function lostChoices(stored: JsonObject, field: JsonObject): readonly string[] {
  const declared = field['options'];
  if (!isObject(declared) || !isList(declared['groups'])) return [];
  const byTitle = Map.groupBy(choicesOf(declared), ({choice}) => choice['title']);
  return [...Map.groupBy(choicesOf(stored['options']), ({choice}) => choice['title'])].flatMap(([title, same]) => {
    const kept = byTitle.get(title) ?? [];
    const unmatched = same.filter(({header}) => !kept.some(each => each.header === header));
    const free = kept.filter(({header}) => !same.some(each => each.header === header));
    return unmatched.length === free.length ? [] : unmatched.map(() => textOf(title));
  });
}

/** The group that a declared one stands for: by header, or else by the first of its choices that is there already. */
function findGroup(groups: readonly JsonObject[], declared: JsonObject): JsonObject | undefined {
  const sameHeader = groups.find(({header}) => header === declared['header']);
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
  return {
    ...merged,
    groups: objectsOf(desired['groups']).map(group => ({
      ...without(findGroup(groups, group) ?? {}, 'options'),
      ...group,
      ...(isList(group['options'])
        ? {
            options: objectsOf(group['options']).map(choice =>
              overlay(choice, findChoice(choicesOf(current), group['header'], choice['title'])),
            ),
          }
        : {}),
    })),
  };
}

/** A validator is known by the kind of its size. */
function overlayValidators(desired: readonly Json[], current: Json | undefined): readonly Json[] {
  const kindOf = ({size}: JsonObject) => (isObject(size) ? size['size_type'] : undefined);
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

/** The field without ids, without what is empty, and without what the server changes by itself. A default choice is shown by its title. */
export function comparable(field: JsonObject, {added}: Dialect): JsonObject {
  const {options} = field;
  const titled =
    isObject(options) && typeof options['default_option_id'] === 'string'
      ? {...field, options: {...options, default_option_id: titleOf(options, options['default_option_id'])}}
      : field;
  const bare = withoutNothing(withoutAnywhere(titled, ['id', ...serverMembers[added]]));
  return isObject(bare) ? bare : {};
}

/** A server may leave out what is null or an empty list, so that neither differs from nothing. */
function withoutNothing(value: Json): Json {
  if (isList(value)) return value.map(withoutNothing);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([member, inner]) =>
      inner === undefined || inner === null || (isList(inner) && inner.length === 0)
        ? []
        : [[member, withoutNothing(inner)]],
    ),
  );
}

function titleOf(options: JsonObject, id: string): string {
  const found = choicesOf(options).find(({choice}) => choice['id'] === id);
  return found ? `choice ${textOf(found.choice['title'])}` : 'no choice';
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

/** The ids of all choices in fields or bodies. */
export function choiceIds(fields: readonly JsonObject[]): readonly string[] {
  return fields.flatMap(({options}) =>
    choicesOf(options).flatMap(({choice: {id}}) => (typeof id === 'string' ? [id] : [])),
  );
}
