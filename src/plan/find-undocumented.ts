import {elementOf, type FieldPath, membersOf, type Schema, seenValuesOf, showPath} from '../api/field-shapes.js';
import {documentedSchemas} from '../api/schemas.js';
import {inChoice} from '../base/in-series.js';
import {findMisspelled} from '../base/near-names.js';
import {arrayOf, isObject, type Json, type JsonObject} from '../json/json.js';
import {pickDocumented} from './documented.js';

/** A member below the top level, or a misspelled value of an enumeration, that the reference does not have. */
export interface Undocumented {
  readonly path: FieldPath;
  readonly found: string;
  readonly kind: 'member' | 'value';
  /** False for a member that may well exist: the reference may not name all. */
  readonly isMisspelled: boolean;
  /** Such as `type.primitive_type "DECIMEL" is not in the API reference: did you mean DECIMAL?` */
  readonly message: string;
}

/**
 * Lists the members below the top level that the reference does not name, except ids, which an API may give to
 * everything, and misspelled values of enumerations, of which it lists only those seen.
 */
export function findUndocumented(body: JsonObject): readonly Undocumented[] {
  const members = membersOf(documentedSchemas.CustomFieldCreate);
  return Object.entries(body).flatMap(([member, value = null]) => {
    const schema = members.get(member);
    return schema === undefined ? [] : [...search(value, schema, [member])];
  });
}

function* search(value: Json, schema: Schema, path: FieldPath): Generator<Undocumented> {
  if (typeof value === 'string') {
    const seen = seenValuesOf(schema);
    const near = seen.includes(value) ? [] : findMisspelled(value, seen);
    if (near.length > 0) yield describe(value, near, {path, kind: 'value'}, `${showPath(path)} `);
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
    if (known) yield* search(inner, known, place);
    else if (member !== 'id')
      yield describe(member, findMisspelled(member, missing), {path: place, kind: 'member'}, `${showPath(path)}: `);
  }
}

function describe(
  found: string,
  near: readonly string[],
  what: Pick<Undocumented, 'path' | 'kind'>,
  prefix: string,
): Undocumented {
  const isMisspelled = near.length > 0;
  const advice = isMisspelled ? `. Did you mean ${inChoice(near)}?` : '';
  return {
    ...what,
    found,
    isMisspelled,
    message: `${prefix}${JSON.stringify(found)} is not in the API reference; it is sent as is${advice}`,
  };
}

/** The same text for one mistake in several elements of a list. */
export function toKey({path, found}: Undocumented): string {
  return JSON.stringify([path.filter(member => typeof member === 'string'), found]);
}

/** Returns a function that tells whether any field has the value, or a member at that path. */
export function createTenantSearch(current: readonly JsonObject[]): (found: Undocumented) => boolean {
  let members: ReadonlySet<string> | undefined;
  return ({kind, path, found}) => {
    if (kind === 'value') return current.some(field => JSON.stringify(field).includes(JSON.stringify(found)));
    if (!members) {
      const dropped = new Set<string>();
      for (const field of current) pickDocumented(field, dropped);
      members = dropped;
    }
    return members.has(showPath(path).replace(/\[\d+\]/g, '[]'));
  };
}
