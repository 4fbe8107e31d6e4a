import {StaleError, UnavailableError} from '../base/errors.js';
import type {HttpClient} from '../http/http-client.js';
import {arrayOf, isObject, type Json, type JsonObject, sameJson} from '../json/json.js';
import {describeMore, describeProblem, findToken, findTotal, objectsIn} from './list-envelope.js';
import {isWhole, type ListQuery, type ListReader, type Page} from './page.js';
import {readPages} from './read-pages.js';
import type {CustomField} from './schemas.js';

/** Relative to the base URL (4). */
export const fieldsPath = 'v2/customFields';

/** @param isWhole false if a filter or page token may make the list shorter than the total that a reply states */
const createFieldReader = (isWhole: boolean): ListReader<JsonObject> => ({
  path: fieldsPath,
  read: (reply, headers) => {
    const list = isObject(reply) ? reply['custom_fields'] : undefined;
    const rows = arrayOf(list);
    if (!isObject(reply) || rows === undefined || !rows.every(isObject)) {
      throw new UnavailableError(
        `the reply has no list in "custom_fields": ${Array.isArray(reply) ? 'it is a bare list' : describeUnexpected(isObject(reply) ? list : reply)}`,
        {
          method: 'GET',
          path: `/${fieldsPath}`,
          retryable: false,
          hint: 'Check the base URL.',
        },
      );
    }
    const envelope = {rows, objects: objectsIn(reply)};
    const next = reply['next_page_token'];
    // The reference names this member (4.1), so a token of another name is only a sign that there is more.
    const token = next === undefined ? findToken(envelope) : undefined;
    return {
      rows,
      next,
      more: token === undefined ? describeMore(envelope, headers) : `the page token ${JSON.stringify(token)}`,
      total: isWhole ? findTotal(envelope, headers) : undefined,
      problem: describeProblem(envelope),
    };
  },
  toRows: rows => rows,
});

function describeUnexpected(value: Json | undefined): string {
  if (value === undefined) return 'it is missing';
  if (Array.isArray(value)) return 'some of its elements are not objects';
  if (isObject(value)) return 'it is an object';
  return typeof value === 'string' ? 'it is a string' : `it is ${JSON.stringify(value).slice(0, 40)}`;
}

/** Lists all custom fields of the tenant (4.1), as the API sent them. */
export function listFields(http: HttpClient, query: ListQuery = {}): AsyncGenerator<Page<JsonObject>> {
  return readPages(http, createFieldReader(isWhole(query)), query);
}

/**
 * Reads all custom fields of the tenant (4.1).
 *
 * @throws UnavailableError for a field whose id or name is not a string
 */
export async function readAllFields(http: HttpClient): Promise<readonly CustomField[]> {
  // Imported lazily, because listing fields does not need zod.
  const {checkField} = await import('./schemas.js');
  const pages: (readonly CustomField[])[] = [];
  for await (const {rows} of listFields(http)) pages.push(rows.map(checkField));
  return pages.flat();
}

/**
 * Reads all custom fields, each once. The list is read again if it changed meanwhile, so that an id appears with two
 * contents.
 *
 * @throws StaleError if an id still has two contents
 */
export async function readSettledFields(http: HttpClient): Promise<readonly CustomField[]> {
  const first = await readAllFields(http);
  const fields = findConflict(first) ? await readAllFields(http) : first;
  const conflict = findConflict(fields);
  if (conflict)
    throw new StaleError(
      `the list has two versions of the field with id ${requireId(conflict)}`,
      'Another client is changing fields right now. Run the command again later.',
    );
  return [...new Map(fields.map((field, index) => [field.id ?? index, field])).values()];
}

/** Finds a field whose id appeared before with different content. */
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
export function requireId(field: CustomField): string {
  if (field.id === undefined)
    throw new UnavailableError(`the API sent a field without an id: ${JSON.stringify(field.name ?? null)}`, {
      retryable: false,
    });
  return field.id;
}
