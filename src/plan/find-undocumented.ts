import {
  elementOf,
  type FieldPath,
  isFreeObject,
  membersOf,
  type Schema,
  seenValuesOf,
  showPath,
} from '../api/field-shapes.js';
import {createMembers, documentedBodies, updateMembers} from '../api/schemas.js';
import {inChoice} from '../base/in-series.js';
import {findMisspelled, findNearNames} from '../base/near-names.js';
import {arrayOf, isArray, isObject, type Json, type JsonObject, objectOf} from '../json/json.js';
import {pickDocumented} from './documented.js';

/** A member, a misspelled value of an enumeration, or another type of value that the reference does not have. */
export interface Undocumented {
  readonly path: FieldPath;
  readonly found: string;
  readonly kind: 'member' | 'value' | 'shape';
  /** False for a member within another that may well exist: the reference may not name all. */
  readonly isLikelyMistake: boolean;
  /** Such as `type.primitive_type "DECIMEL" is not in the API reference: did you mean DECIMAL?` */
  readonly message: string;
}

/** Those of both bodies (4.2, 4.4), and bizctl's own `id` and `protect`; `deleted` is not for files. */
const knownMembers = ['id', ...new Set([...createMembers, ...updateMembers]), 'protect'].filter(
  member => member !== 'deleted',
);

const documentedMembers = new Map([...membersOf(documentedBodies.update), ...membersOf(documentedBodies.create)]);

/** Members that are easily taken for members of the field itself (2.2 to 2.4a), with those that they belong in. */
const parents: ReadonlyMap<string, string> = new Map([
  ...[...documentedMembers].flatMap(([parent, schema]) =>
    Array.from(membersOf(elementOf(schema) ?? schema).keys(), member => [member, parent] as const),
  ),
  ['size_type', 'validators'],
]);

/** Points out a member that may be a misspelled `name`. */
export function adviseOnMissingName(field: JsonObject): string | undefined {
  const misspelled = Object.keys(field).find(
    member => !knownMembers.includes(member) && findNearNames(member, ['name']).length > 0,
  );
  return misspelled === undefined ? undefined : `Did you mean name in place of ${JSON.stringify(misspelled)}?`;
}

/**
 * Lists the members that the reference does not name, except ids, which an API may give to everything, misspelled
 * values of enumerations, of which it lists only those seen, and values that it documents as objects (2.1).
 *
 * @param known the members that can be sent
 */
export function findUndocumented(body: JsonObject, known: readonly string[] = knownMembers): readonly Undocumented[] {
  return Object.entries(body).flatMap(([member, value = null]): readonly Undocumented[] => {
    const schema = documentedMembers.get(member);
    if (schema) return [...search(value, schema, [member])];
    if (known.includes(member)) return [];
    const what = {path: [member], kind: 'member', value} as const;
    const parent = parents.get(member);
    const found = describe(member, parent === undefined ? findNearNames(member, known) : [], what, '');
    const misplaced = `${JSON.stringify(member)} belongs in ${parent}, not in the field itself; it is sent as is`;
    return [{...found, isLikelyMistake: true, message: parent === undefined ? found.message : misplaced}];
  });
}

function* search(value: Json, schema: Schema, path: FieldPath): Generator<Undocumented> {
  if (isFreeObject(schema) && value !== null && !isObject(value)) {
    const message = `${showPath(path)} is documented as an object; the API may refuse it`;
    yield {path, found: showPath(path), kind: 'shape', isLikelyMistake: true, message};
  }
  if (typeof value === 'string') {
    const seen = seenValuesOf(schema);
    const near = seen.includes(value) ? [] : findMisspelled(value, seen);
    if (near.length > 0) yield describe(value, near, {path, kind: 'value', value}, `${showPath(path)} `);
  }
  const ofElement = elementOf(schema);
  for (const [index, element] of arrayOf(value)?.entries() ?? [])
    if (ofElement) yield* search(element, ofElement, [...path, index]);
  const members = membersOf(schema);
  if (!isObject(value) || members.size === 0) return;
  const missing = [...members.keys()].filter(member => !Object.hasOwn(value, member));
  for (const [member, inner = null] of Object.entries(value)) {
    const known = members.get(member);
    const place = [...path, member];
    const near = known ? [] : findMisspelled(member, missing);
    if (known) yield* search(inner, known, place);
    // Once null has removed a member, the file still has it.
    else if (member !== 'id' && (inner !== null || near.length > 0))
      yield describe(member, near, {path: place, kind: 'member', value: inner}, `${showPath(path)}: `);
  }
}

function describe(
  found: string,
  near: readonly string[],
  {value, ...what}: Pick<Undocumented, 'path' | 'kind'> & {readonly value: Json},
  prefix: string,
): Undocumented {
  const isLikelyMistake = near.length > 0;
  // Nothing is sent to a field that has none, and values may be spelled as on the tenant.
  const isUnsent = what.kind === 'value' || value === null || (isArray(value) && value.length === 0);
  const advice = isLikelyMistake ? `. Did you mean ${inChoice(near)}?` : '';
  return {
    ...what,
    found,
    isLikelyMistake,
    message: `${prefix}${JSON.stringify(found)} is not in the API reference${isUnsent ? '' : '; it is sent as is'}${advice}`,
  };
}

/** True if a member of that name has the value at any depth: the documented types are recursive (2.2, 2.4). */
function hasValue(value: Json | undefined, name: string, found: string): boolean {
  const own = objectOf(value)?.[name];
  const inner = arrayOf(value) ?? (isObject(value) ? Object.values(value) : []);
  return own === found || arrayOf(own)?.includes(found) === true || inner.some(each => hasValue(each, name, found));
}

/** The same text for one mistake in several elements of a list. */
export function toKey({path, found}: Undocumented): string {
  return JSON.stringify([path.filter(member => typeof member === 'string'), found]);
}

/**
 * Returns a function that tells whether any field has the value, a member at that path, or a value of a different
 * shape.
 */
export function createTenantSearch(current: readonly JsonObject[]): (found: Undocumented) => boolean {
  let members: ReadonlySet<string> | undefined;
  return ({kind, path, found}) => {
    const [top = '', last] = [path[0], path.findLast(part => typeof part === 'string')];
    if (kind === 'value') return current.some(field => hasValue(field[top], String(last), found));
    if (kind === 'shape') return current.some(field => (field[top] ?? null) !== null && !isObject(field[top]));
    if (!members) {
      const dropped = new Set<string>();
      for (const field of current) pickDocumented(field, dropped);
      members = dropped;
    }
    return members.has(showPath(path).replace(/\[\d+\]/g, '[]'));
  };
}
