import {elementOf, type FieldPath, membersOf, type Schema, seenValuesOf, showPath} from '../api/field-shapes.js';
import {documentedSchemas} from '../api/schemas.js';
import {inChoice} from '../base/in-choice.js';
import {findMisspelled} from '../base/near-names.js';
import {arrayOf, isObject, type Json, type JsonObject} from '../json/json.js';

/** A member or value that the reference does not have, but almost. */
export interface Misspelling {
  readonly path: FieldPath;
  readonly found: string;
  /** Such as `type.primitive_type "DECIMEL" is not in the API reference: did you mean DECIMAL?` */
  readonly message: string;
}

/**
 * Lists misspelled members below the top level and misspelled values of enumerations. The reference lists only the
 * values seen and may not name all members, so others are no mistakes.
 */
export function findMisspellings(body: JsonObject): readonly Misspelling[] {
  const members = membersOf(documentedSchemas.CustomFieldCreate);
  return Object.entries(body).flatMap(([member, value = null]) => {
    const schema = members.get(member);
    return schema === undefined ? [] : [...search(value, schema, [member])];
  });
}

function* search(value: Json, schema: Schema, path: FieldPath): Generator<Misspelling> {
  if (typeof value === 'string') yield* report(value, seenValuesOf(schema), path, `${showPath(path)} `);
  const ofElement = elementOf(schema);
  for (const [index, element] of arrayOf(value)?.entries() ?? [])
    if (ofElement) yield* search(element, ofElement, [...path, index]);
  if (!isObject(value)) return;
  const members = membersOf(schema);
  const missing = [...members.keys()].filter(member => !Object.hasOwn(value, member));
  for (const [member, inner = null] of Object.entries(value)) {
    const known = members.get(member);
    if (known) yield* search(inner, known, [...path, member]);
    else yield* report(member, missing, [...path, member], `${showPath(path)}: `);
  }
}

function* report(found: string, known: readonly string[], path: FieldPath, prefix: string): Generator<Misspelling> {
  const near = known.includes(found) ? [] : findMisspelled(found, known);
  if (near.length > 0)
    yield {
      path,
      found,
      message: `${prefix}${JSON.stringify(found)} is not in the API reference: did you mean ${inChoice(near)}?`,
    };
}
