import {UnavailableError} from '../errors.js';
import {arrayOf, isObject, type Json, type JsonObject, stringOf} from '../json.js';
import {encodeSegment} from './encode.js';
import type {ApiRequest, Http} from './http.js';
import {describeMore, describeProblem} from './list-envelope.js';
import {type ListQuery, type ListReader, type Page, readPages} from './pages.js';
import {settleCreate, settleDelete, settleUpdate} from './settle.js';
import {UnknownOutcomeError} from './unknown-outcome.js';
import {withWayOn} from './way-on.js';

/**
 * A custom field as the API sent it (2.1). Members are read one by one where they are needed: any of them may be missing,
 * `null` or of an unknown form, and members that nobody documented stay in.
 */
export type CustomField = JsonObject;

const path = 'v2/customFields';

const fieldReader: ListReader<CustomField> = {
  path,
  read: (reply, headers) => {
    const list = isObject(reply) ? reply['custom_fields'] : undefined;
    const rows = arrayOf(list);
    if (!isObject(reply) || rows === undefined || !rows.every(isObject)) {
      throw new UnavailableError(
        `the reply has no list in "custom_fields": ${Array.isArray(reply) ? 'it is a bare list' : whatIsThere(isObject(reply) ? list : reply)}`,
        {
          method: 'GET',
          path: `/${path}`,
          retryable: false,
          hint: 'Is the base URL right?',
        },
      );
    }
    const envelope = {rows, objects: [reply]};
    const problem = describeProblem(envelope);
    return {
      rows,
      next: reply['next_page_token'],
      more: describeMore(envelope, headers),
      warning: problem && `the reply holds an error beside the custom fields: ${problem}`,
    };
  },
  identity: 'id',
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
export function listFields(http: Http, query: ListQuery = {}): AsyncGenerator<Page<CustomField>> {
  return withWayOn(readPages(http, fieldReader, query));
}

/** The same, for whoever reads on rather than prints. */
export function readFieldPages(http: Http): AsyncGenerator<Page<CustomField>> {
  return readPages(http, fieldReader, {});
}

/** All custom fields at once, for questions that a part of them cannot answer. */
export async function readAllFields(http: Http): Promise<readonly CustomField[]> {
  const pages: (readonly CustomField[])[] = [];
  for await (const {rows} of readFieldPages(http)) pages.push(rows);
  return pages.flat();
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

/** What came of one write. `note` says what is worth knowing beside its success. */
export interface WrittenField {
  readonly field: CustomField;
  readonly note?: string | undefined;
}

/**
 * Creates a field (4.2). POST is sent again only when it certainly was not carried out. When its outcome stays unknown the field is looked for; `known` are the ids of fields
 * of that name that were there before, `undefined` when nobody looked.
 *
 * @throws IncompleteError when it still is not known whether it was created
 */
export async function createField(
  http: Http,
  body: JsonObject,
  known: ReadonlySet<string> | undefined,
): Promise<WrittenField> {
  return settleCreate(
    {http, readAll: () => readAllFields(http), write: () => writeField(http, {method: 'POST', path, body})},
    body,
    known,
  );
}

/** Updates a field (4.4) with just the members of `body`. A PATCH whose answer was lost is compared with what is there now. */
export async function updateField(http: Http, id: string, body: JsonObject): Promise<WrittenField> {
  const target = `${path}/${encodeSegment(id)}`;
  return settleUpdate(
    {
      http,
      readAll: () => readAllFields(http),
      write: () => writeField(http, {method: 'PATCH', path: target, body}, id),
    },
    id,
    body,
  );
}

/**
 * Deletes a field (4.3). Any success but 204 is looked into: the reference knows no other.
 *
 * @param wasSeen whether it was in the list before; otherwise its absence proves nothing
 * @throws IncompleteError when the outcome stays unknown
 */
export async function deleteField(
  http: Http,
  id: string,
  wasSeen: boolean,
): Promise<{readonly note?: string | undefined}> {
  const request = {method: 'DELETE', path: `${path}/${encodeSegment(id)}`} as const;
  const write = async () => {
    const {status} = await http.send(request);
    if (status !== 204) throw new UnknownOutcomeError(unexpected(request, `HTTP ${status} where 204 was expected`));
  };
  return settleDelete({http, readAll: () => readAllFields(http), write}, id, wasSeen);
}

/** @param id of the field that is written, when it has one already */
async function writeField(http: Http, request: ApiRequest, id?: string): Promise<CustomField> {
  const {json} = await http.send(request);
  const isNamed = isObject(json) && json['name'] !== undefined && json['name'] === request.body?.['name'];
  const isField = isObject(json) && (id === undefined ? typeof json['id'] === 'string' || isNamed : json['id'] === id);
  if (isField) return json;
  // The status said that it was done, the body does not say what: whoever wrote has to look.
  throw new UnknownOutcomeError(unexpected(request, 'the reply is not that custom field'));
}

function unexpected({method, path}: ApiRequest, message: string): UnavailableError {
  return new UnavailableError(`${message} (${method} /${path})`, {method, path: `/${path}`});
}
