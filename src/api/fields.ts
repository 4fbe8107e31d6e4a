import {GuardError, NotFoundError, UnavailableError, UsageError} from '../errors.js';
import {encodeSegment, type Http} from './http.js';
import {arrayOf, isObject, type Json, type JsonObject, stringOf} from './json.js';
import {type ListQuery, type ListReader, type Page, readPages} from './pages.js';
import {settleCreate, settleDelete, settleUpdate} from './settle.js';
import {UnknownOutcomeError} from './unknown-outcome.js';

/**
 * A custom field as the API sent it (2.1). Members are read one by one where they are needed: any of them may be missing,
 * `null` or of an unknown form, and members that nobody documented stay in.
 */
export type CustomField = JsonObject;

const path = 'v2/customFields';

const fieldReader: ListReader<CustomField> = {
  path,
  read: reply => {
    const list = isObject(reply) ? reply['custom_fields'] : undefined;
    const rows = arrayOf(list);
    if (!isObject(reply) || rows === undefined || !rows.every(isObject)) {
      throw new UnavailableError(
        `the reply has no list in "custom_fields": ${whatIsThere(isObject(reply) ? list : reply)}`,
        {
          method: 'GET',
          path: `/${path}`,
          retryable: false,
          hint: 'Is the base URL right?',
        },
      );
    }
    return {rows, next: reply['next_page_token']};
  },
  identify: field => stringOf(field['id']),
};

/** What stands where something else was expected, in a few words. */
function whatIsThere(value: Json | undefined): string {
  if (value === undefined) return 'it is missing';
  if (Array.isArray(value)) return 'a list with members that are not objects';
  return `got ${isObject(value) ? 'an object' : JSON.stringify(value).slice(0, 40)}`;
}

/** Every custom field of the tenant (4.1). */
export function listFields(http: Http, query: ListQuery = {}): AsyncGenerator<Page<CustomField>> {
  return readPages(http, fieldReader, query);
}

/** All custom fields at once, for questions that a part of them cannot answer. */
export async function readAllFields(http: Http): Promise<readonly CustomField[]> {
  return (await Array.fromAsync(listFields(http))).flatMap(({rows}) => rows);
}

/** How a field is named on the command line: by its id, or as `name:NAME`. */
export interface FieldReference {
  readonly member: 'id' | 'name';
  readonly value: string;
}

/** @throws UsageError for a text that can be neither */
export function parseFieldReference(text: string): FieldReference {
  if (!text.startsWith('name:')) {
    encodeSegment(text);
    return {member: 'id', value: text};
  }
  const value = text.slice('name:'.length);
  if (value === '') throw new UsageError('"name:" names no field', 'It looks like name:priority.');
  return {member: 'name', value};
}

/** @throws UnavailableError when the API sent a field without an id */
export function idOf(field: CustomField): string {
  const id = stringOf(field['id']);
  if (id === undefined)
    throw new UnavailableError(`a field came without an id: ${JSON.stringify(field['name'] ?? null)}`, {
      retryable: false,
    });
  return id;
}

/** The id that the reference stands for; a name is looked up. */
export async function resolveId(http: Http, reference: FieldReference): Promise<string> {
  if (reference.member === 'id') return reference.value;
  return (await findUniqueFields(http, [reference])).map(idOf).join('');
}

/**
 * The first field that the reference names. The API has no call for one field: the list is read up to the match.
 *
 * @throws NotFoundError with near names
 */
export async function findField(http: Http, reference: FieldReference): Promise<CustomField> {
  const others: CustomField[] = [];
  for await (const {rows} of listFields(http)) {
    const found = rows.find(field => field[reference.member] === reference.value);
    if (found) return found;
    others.push(...rows);
  }
  throw await notFound(reference, others);
}

/**
 * The only field that each reference names, in their order; for writes, where a second field of the same name must not be hit by chance.
 *
 * @throws NotFoundError, or GuardError when a name is not unique
 */
export async function findUniqueFields(
  http: Http,
  references: readonly FieldReference[],
): Promise<readonly CustomField[]> {
  const all = await readAllFields(http);
  return Promise.all(
    references.map(async reference => {
      const found = all.filter(field => field[reference.member] === reference.value);
      if (found.length > 1) throw ambiguous(reference.value, found);
      const [field] = found;
      if (field === undefined) throw await notFound(reference, all);
      return field;
    }),
  );
}

export function ambiguous(name: string, fields: readonly CustomField[]): GuardError {
  const ids = fields.map(field => JSON.stringify(field['id'])).join(' and ');
  return new GuardError(
    `${JSON.stringify(name)} names ${fields.length} fields: ${ids}`,
    'Name the one you mean by its id.',
  );
}

async function notFound({member, value}: FieldReference, all: readonly CustomField[]): Promise<NotFoundError> {
  const {findNearNames, inChoice} = await import('./near-names.js');
  const near = findNearNames(
    value,
    all.flatMap(field => stringOf(field[member]) ?? []),
  );
  const byName = member === 'id' && all.some(field => field['name'] === value) ? [`name:${value}`] : [];
  const suggestions = [...byName, ...near.map(name => (member === 'name' ? `name:${name}` : name))];
  return new NotFoundError(`there is no custom field with the ${member} ${JSON.stringify(value)}`, {
    hint: suggestions.length > 0 ? `Did you mean ${inChoice(suggestions)}?` : 'See them all with: bizctl fields list',
  });
}

/** What came of one write. `note` says what is worth knowing beside its success. */
export interface WrittenField {
  readonly field: CustomField;
  readonly note?: string | undefined;
}

/**
 * Creates a field (4.2). POST is sent once. When its outcome stays unknown the field is looked for; `known` are the ids of fields
 * of that name that were there before, `undefined` when nobody looked.
 *
 * @throws IncompleteError when it still is not known whether it was created
 */
export async function createField(
  http: Http,
  body: JsonObject,
  known: ReadonlySet<string> | undefined,
): Promise<WrittenField> {
  return settleCreate(http, body, known, readAllFields, async () =>
    readField(await http.send({method: 'POST', path, body}), 'POST', path),
  );
}

/** Updates a field (4.4) with just the members of `body`. A PATCH whose answer was lost is compared with what is there now. */
export async function updateField(http: Http, id: string, body: JsonObject): Promise<WrittenField> {
  const target = `${path}/${encodeSegment(id)}`;
  return settleUpdate(http, id, body, readAllFields, async () =>
    readField(await http.send({method: 'PATCH', path: target, body}), 'PATCH', target),
  );
}

/** Deletes a field (4.3). */
export async function deleteField(http: Http, id: string): Promise<{readonly note?: string | undefined}> {
  return settleDelete(http, id, readAllFields, async () => {
    await http.send({method: 'DELETE', path: `${path}/${encodeSegment(id)}`});
  });
}

function readField(reply: Json | undefined, method: string, target: string): CustomField {
  if (isObject(reply) && (typeof reply['id'] === 'string' || typeof reply['name'] === 'string')) return reply;
  // The status said that it was done, the body does not say what: whoever wrote has to look.
  throw new UnknownOutcomeError(
    new UnavailableError(`the reply is not a custom field: ${whatIsThere(reply)}`, {method, path: `/${target}`}),
  );
}
