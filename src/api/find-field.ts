import {GuardError, NotFoundError, UsageError} from '../base/errors.js';
import {inChoice} from '../base/in-choice.js';
import {encodeSegment} from '../http/api-request.js';
import type {HttpClient} from '../http/http-client.js';
import {type JsonObject, stringOf} from '../json/json.js';
import {listFields, readAllFields} from './fields.js';
import {type CustomField, checkField} from './schemas.js';

/** A field as given on the command line: an id, or `name:NAME`. */
export interface FieldReference {
  readonly member: 'id' | 'name';
  readonly value: string;
}

/** @throws UsageError for an empty name, or an id that cannot be part of a URL */
export function parseFieldReference(text: string): FieldReference {
  if (!text.startsWith('name:')) {
    encodeSegment(text);
    return {member: 'id', value: text};
  }
  const value = text.slice('name:'.length);
  if (value === '')
    throw new UsageError('"name:" is not followed by a name', 'Use name:NAME, for example name:priority.');
  return {member: 'name', value};
}

/**
 * Finds the first field with that id or name. The API has no request for a single field, so the list is read up to the
 * match.
 *
 * @throws NotFoundError with near names
 */
export async function findField(http: HttpClient, reference: FieldReference): Promise<CustomField> {
  const others: (readonly JsonObject[])[] = [];
  for await (const {rows} of listFields(http)) {
    const found = rows.find(field => field[reference.member] === reference.value);
    if (found) return checkField(found);
    others.push(rows);
  }
  throw await notFound(reference, others.flat());
}

/**
 * Finds the only field for each reference, in order. Writes use it, so that they never pick one of several fields with
 * the same name.
 *
 * @throws NotFoundError, or GuardError when a name is not unique
 */
export async function findUniqueFields(
  http: HttpClient,
  references: readonly FieldReference[],
): Promise<readonly CustomField[]> {
  const all = await readAllFields(http);
  return Promise.all(references.map(reference => pickUnique(all, reference)));
}

/** Like `findUniqueFields`, for one reference. */
export async function findUniqueField(http: HttpClient, reference: FieldReference): Promise<CustomField> {
  return pickUnique(await readAllFields(http), reference);
}

async function pickUnique(all: readonly CustomField[], reference: FieldReference): Promise<CustomField> {
  const [field, ...others] = all.filter(field => field[reference.member] === reference.value);
  if (field === undefined) throw await notFound(reference, all);
  if (others.length === 0) return field;
  const ids = [field, ...others].map(({id}) => JSON.stringify(id)).join(' and ');
  throw new GuardError(
    `${JSON.stringify(reference.value)} matches ${others.length + 1} fields: ${ids}`,
    'Use the id of the one you mean.',
  );
}

async function notFound({member, value}: FieldReference, all: readonly JsonObject[]): Promise<NotFoundError> {
  const {findNearNames} = await import('../base/near-names.js');
  const near = findNearNames(
    value,
    all.flatMap(field => stringOf(field[member]) ?? []),
  );
  const byName = member === 'id' && all.some(field => field['name'] === value) ? [`name:${value}`] : [];
  const suggestions = [...byName, ...near.map(name => (member === 'name' ? `name:${name}` : name))];
  return new NotFoundError(`no custom field with the ${member} ${JSON.stringify(value)}`, {
    hint:
      suggestions.length > 0
        ? `Did you mean ${inChoice(suggestions)}?`
        : suggest => `Run: ${suggest('fields', 'list')}`,
  });
}
