import {arrayOf, isObject, type Json, type JsonObject, objectOf, stringOf} from '../json/json.js';

// The reference does not show the reply of the deal list (4.6), so this file recognizes the usual ways to wrap a list.

/** Names that a list of any resource may have. */
export const usualListNames = ['entities', 'items', 'data', 'results', 'records'];
/** Lists that never contain the rows. */
export const otherLists: ReadonlySet<string> = new Set(['errors', 'warnings', 'links', 'messages']);
/** Names of objects whose totals and flags are not those of the list. */
const unrelated = /quota|limit|permission|usage|account|billing|license|feature|user|tenant|auth/i;
const deepestEnvelope = 4;
/** More problems would not fit into a message. */
const maxProblems = 20;
const maxProblemLength = 2000;

/** An object of a reply that is not a row. */
export interface EnvelopePart {
  /** The member that holds it; empty for the reply itself. */
  readonly name: string;
  readonly object: JsonObject;
}

/** The rows of a reply, and what is around them, which may describe paging and errors. */
export interface Envelope {
  /** The member that holds the rows, if there is one. */
  readonly name?: string;
  readonly rows: readonly Json[];
  readonly parts: readonly EnvelopePart[];
}

type NamedList = Required<Omit<Envelope, 'parts'>>;

function arraysIn(reply: JsonObject): readonly NamedList[] {
  return Object.entries(reply).flatMap(([name, member]) => {
    const rows = otherLists.has(name) ? undefined : arrayOf(member);
    return rows ? [{name, rows}] : [];
  });
}

/**
 * Lists a reply and the objects nested in it, except inside lists and under unrelated names that do not hold the rows.
 */
export function listParts(reply: JsonObject, rows?: readonly Json[]): readonly EnvelopePart[] {
  const holdsRows = (object: JsonObject, depth: number): boolean =>
    Object.values(object).some(
      member => member === rows || (isObject(member) && depth > 0 && holdsRows(member, depth - 1)),
    );
  const list = (part: EnvelopePart, depth: number): readonly EnvelopePart[] => [
    part,
    ...Object.entries(part.object).flatMap(([name, object]) =>
      isObject(object) && depth > 1 && (!unrelated.test(name) || (rows && holdsRows(object, depth)))
        ? list({name, object}, depth - 1)
        : [],
    ),
  ];
  return list({name: '', object: reply}, deepestEnvelope);
}

function findLists(reply: JsonObject, names: readonly string[], depth = deepestEnvelope): readonly NamedList[] {
  const here = arraysIn(reply);
  // A named list takes precedence over deeper ones.
  if (depth === 1 || here.some(({name}) => names.includes(name))) return here;
  const inner = Object.values(reply).flatMap(member => (isObject(member) ? findLists(member, names, depth - 1) : []));
  return [...here, ...inner];
}

/** True if a member has the name of a list but contains none. */
function hasNonListUnderName(reply: JsonObject, names: readonly string[]): boolean {
  return Object.entries(reply).some(
    ([name, member]) =>
      names.includes(name) &&
      member !== undefined &&
      !arrayOf(member) &&
      (!isObject(member) || (name !== 'data' && findLists(member, names).length === 0)),
  );
}

function findList(reply: JsonObject, names: readonly string[]): NamedList | undefined {
  const lists = findLists(reply, names);
  const named = lists.filter(({name}) => names.includes(name));
  if (named.length === 0 && hasNonListUnderName(reply, names)) return undefined;
  const [list, ...others] = named.length > 0 ? named : lists;
  return others.length === 0 ? list : undefined;
}

/**
 * Finds the list of a reply, at any depth: the only one with one of the names, or else the only one. `undefined` if
 * there is not exactly one.
 */
export function findEnvelope(reply: Json, names: readonly string[]): Envelope | undefined {
  const bare = arrayOf(reply);
  if (bare) return {rows: bare, parts: []};
  const list = isObject(reply) ? findList(reply, names) : undefined;
  return list && isObject(reply) ? {...list, parts: listParts(reply, list.rows)} : undefined;
}

/** The error message in a reply; `undefined` for none. Cut between words, because half a secret is not recognized. */
export function describeProblem(reply: Json | undefined, maxLength = maxProblemLength): string | undefined {
  const problem = isObject(reply) ? findProblem(listParts(reply).map(({object}) => object)) : undefined;
  const isLong = problem !== undefined && problem.length > maxLength;
  return isLong ? `${problem.slice(0, maxLength).replace(/\S*$/, '')}…` : problem;
}

function findProblem(objects: readonly JsonObject[]): string | undefined {
  for (const [index, {error, errors, success, ok, status, message}] of objects.entries()) {
    const words = isObject(error) ? (stringOf(error['message']) ?? JSON.stringify(error)) : stringOf(error);
    if (words && words !== '{}') return words;
    // Further in, a status may be that of something else.
    const isFailure = index === 0 && /^(?:error|fail(?:ed|ure)?)$/i.test(stringOf(status) ?? '');
    if (success === false || ok === false || isFailure) return stringOf(message) ?? 'the reply says that it failed';
    const list = arrayOf(errors);
    if (list && list.length > 0)
      return list
        .slice(0, maxProblems)
        .map(each => stringOf(each) ?? stringOf(objectOf(each)?.['message']) ?? JSON.stringify(each))
        .join('; ');
  }
  return undefined;
}
