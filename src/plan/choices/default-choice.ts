import {isObject, type Json, type JsonObject, objectOf, showJson, without} from '../../json/json.js';
import {type Choice, listChoices, toIdKey} from './choices.js';

/** The choice that a declared `default_option_id` stands for on a tenant. */
export interface AdoptedDefault {
  /** The id to send; `undefined` to leave the member out. */
  readonly id?: Json | undefined;
  /** The title of the default if that is a choice that has no id yet, so that it takes another request to set it. */
  readonly newTitle?: string;
  /** The declared id if no choice has it. */
  readonly unknownId?: Json;
}

interface DefaultCandidates {
  readonly desired: readonly Choice[];
  readonly existing: readonly Choice[];
  /** The existing choices of groups that are declared without choices. */
  readonly untouched: readonly Choice[];
  readonly idToSend: (choice: Choice) => Json | undefined;
  /** The options of the field on the tenant; `undefined` for a field that does not exist yet. */
  readonly current: Json | undefined;
}

/** Finds the id on the tenant of the choice that is declared to be the default (row 149). */
export function adoptDefault(
  {default_option_id: declared, groups, option_source}: JsonObject,
  {desired, existing, untouched, idToSend, current}: DefaultCandidates,
): AdoptedDefault {
  // The type of a choice's id is not documented, that of `default_option_id` is a string (2.4a).
  const named = desired.filter(({id}) => isSameId(id, declared));
  const {option_source: source, default_option_id: before} = objectOf(current) ?? {};
  // The id of a choice may have been copied along with its line.
  const choice =
    [declared, before].map(id => named.find(each => isSameId(idToSend(each), id))).find(each => each !== undefined) ??
    named[0];
  if (choice) {
    const id = idToSend(choice);
    return id === undefined ? {newTitle: choice.title} : {id: withTypeOf(declared, id)};
  }
  const isChoice = existing.some(({id}) => isSameId(id, declared));
  // The source may have choices that the field does not list.
  const hasSource = ((option_source === undefined ? source : option_source) ?? null) !== null && !isChoice;
  const remaining = groups === undefined ? existing : untouched;
  // A choice that is declared with another id is not meant, whatever its id here.
  const withoutIds = groups === undefined ? [] : desired.filter(({id}) => id === undefined);
  const ids = [...remaining.map(({id}) => id), ...withoutIds.map(idToSend)];
  // The tenant itself may have a default that is none of its choices.
  const isAsBefore = isSameId(before, declared) && !isChoice;
  const isKnown = hasSource || isAsBefore || ids.some(id => isSameId(id, declared));
  // Where the tenant's choices show no ids, nothing is known about the declared one.
  const isOpen = existing.length > 0 && existing.every(({id}) => id === undefined);
  return isNoId(declared) || isKnown || isOpen ? {id: declared} : {unknownId: declared ?? null};
}

/** Says why an update or an edit is refused. */
export function describeForeignDefault(id: Json): string {
  return `no choice has the id ${JSON.stringify(id)}, so it cannot be the default`;
}

export const adviseOnDefault = "Use the id of one of the field's choices, or leave out default_option_id.";

/** Says that a declared default is left out. */
export function describeUnknownDefault(id: Json): string {
  return `no choice has the id ${JSON.stringify(id)}, so it is not set as the default; add that id to the choice that should be the default`;
}

export function titleOfDefault(options: Json | undefined): string | undefined {
  return listChoices(options).find(({id}) => isSameId(id, objectOf(options)?.['default_option_id']))?.title;
}

export function omitDefault(options: Json | undefined): Json | undefined {
  return isObject(options) ? without(options, ['default_option_id']) : options;
}

export function hasDefaultChoice(options: Json | undefined): boolean {
  return !isNoId(objectOf(options)?.['default_option_id']);
}

/** Some APIs show an empty text for no default. */
function isNoId(id: Json | undefined): boolean {
  return (id ?? null) === null || id === '';
}

/** True if an id and `default_option_id` name the same choice; one may be a number and the other a string. */
export function isSameId(id: Json | undefined, other: Json | undefined): boolean {
  const key = toIdKey(id);
  return key !== undefined && key === toIdKey(other);
}

/** The id as a string if that is what a file declares. */
function withTypeOf(declared: Json | undefined, id: Json): Json {
  return typeof declared === 'string' ? showJson(id) : id;
}
