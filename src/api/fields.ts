import {UnavailableError} from '../base/errors.js';
import type {HttpClient} from '../http/http-client.js';
import {arrayOf, isObject, type Json, type JsonObject, stringOf} from '../json/json.js';
import {describeMore, describeProblem} from './list-envelope.js';
import type {ListQuery, ListReader, Page} from './page.js';
import {readPages} from './read-pages.js';
import {withResumeHint} from './resume-hint.js';

/**
 * A custom field as the API sent it (2.1). Members are read one by one where they are needed: any of them may be missing,
 * `null` or of an unknown form, and members that nobody documented stay in.
 */
export type CustomField = JsonObject;

/** Relative to the base URL (4). */
export const fieldsPath = 'v2/customFields';

const fieldReader: ListReader<CustomField> = {
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

/** What stands where something else was expected, in a few words. */
function whatIsThere(value: Json | undefined): string {
  if (value === undefined) return 'it is missing';
  if (Array.isArray(value)) return 'it holds members that are not objects';
  if (isObject(value)) return 'it is an object';
  return typeof value === 'string' ? 'it is a string' : `it is ${JSON.stringify(value).slice(0, 40)}`;
}

/** Every custom field of the tenant (4.1). */
export function listFields(http: HttpClient, query: ListQuery = {}): AsyncGenerator<Page<CustomField>> {
  return withResumeHint(readPages(http, fieldReader, query));
}

/** The same, for whoever reads on rather than prints. */
export function readFieldPages(http: HttpClient): AsyncGenerator<Page<CustomField>> {
  return readPages(http, fieldReader, {});
}

/** All custom fields at once, for questions that a part of them cannot answer. */
export async function readAllFields(http: HttpClient): Promise<readonly CustomField[]> {
  const pages: (readonly CustomField[])[] = [];
  for await (const {rows} of readFieldPages(http)) pages.push(rows);
  return pages.flat();
}

/** @throws UnavailableError when the API sent a field without an id */
export function idOf(field: CustomField): string {
  const id = stringOf(field['id']);
  if (id === undefined)
    throw new UnavailableError(`the API sent a field without an id: ${JSON.stringify(field['name'] ?? null)}`, {
      retryable: false,
    });
  return id;
}
