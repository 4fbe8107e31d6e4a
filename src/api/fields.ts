import {StaleError, UnavailableError} from '../base/errors.js';
import type {HttpClient} from '../http/http-client.js';
import {arrayOf, isObject, type Json, type JsonObject, sameJson} from '../json/json.js';
import {describeMore, describeProblem} from './list-envelope.js';
import type {ListQuery, ListReader, Page} from './page.js';
import {readPages} from './read-pages.js';
import type {CustomField} from './schemas.js';

/** Relative to the base URL (4). */
export const fieldsPath = 'v2/customFields';

const fieldReader: ListReader<JsonObject> = {
  path: fieldsPath,
  read: (reply, headers) => {
    const list = isObject(reply) ? reply['custom_fields'] : undefined;
    const rows = arrayOf(list);
    if (!isObject(reply) || rows === undefined || !rows.every(isObject)) {
      throw new UnavailableError(
        `the reply has no list in "custom_fields": ${Array.isArray(reply) ? 'it is a bare list' : whatIsThere(isObject(reply) ? list : reply)}`,
        {
          method: 'GET',
          path: `/${fieldsPath}`,
          retryable: false,
          hint: 'Check the base URL.',
        },
      );
    }
    const envelope = {rows, objects: [reply]};
    const problem = describeProblem(envelope);
    return {
      rows,
      next: reply['next_page_token'],
      more: describeMore(envelope, headers),
      warning: problem && `the reply also contains an error: ${problem}`,
    };
  },
  toRows: rows => rows,
};

/** Names the kind of an unexpected value. */
function whatIsThere(value: Json | undefined): string {
  if (value === undefined) return 'it is missing';
  if (Array.isArray(value)) return 'some of its elements are not objects';
  if (isObject(value)) return 'it is an object';
  return typeof value === 'string' ? 'it is a string' : `it is ${JSON.stringify(value).slice(0, 40)}`;
}

/** Every custom field of the tenant (4.1), just as the API sent it. */
export function listFields(http: HttpClient, query: ListQuery = {}): AsyncGenerator<Page<JsonObject>> {
  return readPages(http, fieldReader, query);
}

/**
 * All custom fields of the tenant.
 *
 * @throws UnavailableError for a field whose id or name is not a string
 */
export async function readAllFields(http: HttpClient): Promise<readonly CustomField[]> {
  // Loaded here, so that lists that are only shown do without zod.
  const {checkField} = await import('./schemas.js');
  const pages: (readonly CustomField[])[] = [];
  for await (const {rows} of listFields(http)) pages.push(rows.map(checkField));
  return pages.flat();
}

/**
 * All custom fields, each once: what a plan is made from. A list that changes while it is read may have one id with two contents; it is then
 * read again.
 *
 * @throws StaleError when an id still has two contents
 */
export async function readSettledFields(http: HttpClient): Promise<readonly CustomField[]> {
  const first = await readAllFields(http);
  const fields = findConflict(first) ? await readAllFields(http) : first;
  const conflict = findConflict(fields);
  if (conflict)
    throw new StaleError(
      `two different versions of the field with id ${idOf(conflict)} are in the list`,
      'Another client is changing fields right now. Run the command again later.',
    );
  return [...new Map(fields.map((field, index) => [field.id ?? index, field])).values()];
}

/** A field whose id came before with other content. */
function findConflict(fields: readonly CustomField[]): CustomField | undefined {
  const known = new Map<string, CustomField>();
  return fields.find(field => {
    const {id} = field;
    if (id === undefined) return false;
    const before = known.get(id);
    known.set(id, field);
    return before !== undefined && !sameJson(before, field);
  });
}

/** @throws UnavailableError when the API sent a field without an id */
export function idOf(field: CustomField): string {
  if (field.id === undefined)
    throw new UnavailableError(`the API sent a field without an id: ${JSON.stringify(field.name ?? null)}`, {
      retryable: false,
    });
  return field.id;
}
