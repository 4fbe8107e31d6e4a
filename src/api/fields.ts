import {only} from '../base/catch-errors.js';
import {IncompleteListError, RefusedError, StaleError, UnavailableError} from '../base/errors.js';
import {quoteStart} from '../base/quote-start.js';
import {encodeSegment} from '../http/api-request.js';
import type {HttpClient} from '../http/http-client.js';
import {arrayOf, isObject, type Json, type JsonObject} from '../json/json.js';
import {sameJson} from '../json/same-json.js';
import {refuseProblem} from './any-list.js';
import {describeProblem, listParts} from './list-envelope.js';
import {isWhole, type ListQuery, type ListReader, type Page} from './page.js';
import {describeMore, findToken, findTotal} from './paging-signs.js';
import {readPages} from './read-pages.js';
import type {CustomField} from './schemas.js';

/** Relative to the base URL (4). */
const fieldsPath = 'v2/customFields';

/** The requests that write a field (4.2 to 4.4), as they are sent and as a dry run shows them. */
export const fieldRequests = {
  create: (body: JsonObject) => ({method: 'POST', path: fieldsPath, body}) as const,
  update: (id: string, body: JsonObject) =>
    ({method: 'PATCH', path: `${fieldsPath}/${encodeSegment(id)}`, body}) as const,
  delete: (id: string) => ({method: 'DELETE', path: `${fieldsPath}/${encodeSegment(id)}`}) as const,
};

/** @param isWhole false if a filter or page token may make the list shorter than the total that a reply states */
const createFieldReader = (isWhole: boolean): ListReader<JsonObject> => ({
  path: fieldsPath,
  read: (reply, headers) => {
    const list = isObject(reply) ? reply['custom_fields'] : undefined;
    const rows = arrayOf(list);
    if (!isObject(reply) || rows === undefined || !rows.every(isObject)) {
      refuseProblem(describeProblem(reply), 'custom fields', fieldsPath);
      const hint =
        list === null ? 'An empty list must be []; null may mean that reading failed.' : 'Check the base URL.';
      throw new UnavailableError(
        `expected a list of objects in "custom_fields", got ${Array.isArray(reply) ? 'a bare list' : describeValue(isObject(reply) ? list : reply)}`,
        {method: 'GET', path: `/${fieldsPath}`, retryable: false, hint},
      );
    }
    const parts = listParts(reply);
    const next = reply['next_page_token'];
    // The reference names this member (4.1), so a token of another name is only a sign that there is more.
    const token = next === undefined ? findToken(parts) : undefined;
    return {
      rows,
      next,
      more: token === undefined ? describeMore(parts, headers, true) : `the page token ${quoteStart(token, 300)}`,
      total: isWhole ? findTotal(parts, headers, true) : undefined,
      problem: describeProblem(reply),
    };
  },
  toRows: rows => rows,
});

function describeValue(value: Json | undefined): string {
  if (value === undefined) return 'none';
  if (Array.isArray(value)) return value.every(isObject) ? 'a list' : 'a list with other elements';
  if (isObject(value)) return 'an object';
  return typeof value === 'string' ? 'a string' : quoteStart(value, 40);
}

/** Lists all custom fields of the tenant (4.1), as the API sent them. */
export function listFields(http: HttpClient, query: ListQuery = {}): AsyncGenerator<Page<JsonObject>> {
  return readPages(http, createFieldReader(isWhole(query)), query);
}

interface FieldList {
  /** A field that the list has twice with the same content is here once. */
  readonly fields: readonly CustomField[];
  /** How many fields of each page an earlier page had too. */
  readonly repeats: readonly number[];
  /** True if these are others than the last ones of the page before, so that fields may be missing. */
  readonly hasMoved: boolean;
  /** A field whose id appeared before with different content. */
  readonly conflict: CustomField | undefined;
}

async function readList(http: HttpClient, query: ListQuery = {}): Promise<FieldList> {
  // Imported lazily, because listing fields does not need zod.
  const {checkField} = await import('./schemas.js');
  const fields: CustomField[] = [];
  const places = new Map<string, number>();
  const repeats: number[] = [];
  let hasMoved = false;
  let conflict: CustomField | undefined;
  for await (const page of listFields(http, query)) {
    const repeated = (page.repeated ?? 0) + (page.conflicting ?? 0);
    if (!page.isPart) repeats.push(repeated);
    hasMoved ||= page.hasMoved === true;
    for (const field of page.rows.map(checkField)) {
      const place = field.id === undefined ? undefined : places.get(field.id);
      const before = place === undefined ? undefined : fields[place];
      // A page that overlaps with the one before may show a later version.
      const isLater = repeated > 0 && page.hasMoved !== true;
      if (place !== undefined && before && (isLater || sameJson(before, field))) fields[place] = field;
      else {
        if (before) conflict ??= field;
        if (field.id !== undefined) places.set(field.id, fields.length);
        fields.push(field);
      }
    }
  }
  return {fields, repeats, hasMoved, conflict};
}

/**
 * Reads all custom fields of the tenant (4.1).
 *
 * @throws UnavailableError for a field whose id or name is not a string
 */
export async function readAllFields(http: HttpClient): Promise<readonly CustomField[]> {
  return (await readList(http)).fields;
}

/** Reads the list in pages of another size; `undefined` if the API refuses it. */
async function readPagesOf(http: HttpClient, size: number): Promise<FieldList | undefined> {
  try {
    return await readList(http, {page_size: String(size), isSizeRequired: true});
  } catch (error) {
    if (error instanceof RefusedError || error instanceof UnavailableError) return undefined;
    throw error;
  }
}

/**
 * Reads all custom fields to base writes on. The list is read again if it seems to have moved meanwhile: a field is on
 * two pages, so that another may be on none, or an id has two contents.
 *
 * @param mustBeComplete reads a list of several pages twice: when a field is deleted meanwhile, another may move from the
 * next page to the one before, and would be created although it exists
 * @throws StaleError if the list keeps moving
 */
export async function readSettledFields(http: HttpClient, mustBeComplete = false): Promise<readonly CustomField[]> {
  // A total that a change by someone else makes wrong is right when the list is read again.
  const first = await readList(http).catch(only(IncompleteListError, () => readList(http)));
  if (isClean(first) && (!mustBeComplete || first.repeats.length < 2)) return first.fields;
  const readings = [first];
  const count = () => readings.at(-1)?.fields.length ?? 0;
  for (const read of [
    // Where replicas answer in turn, each reading in the same pages may lack the same field.
    ...(isClean(first)
      ? [() => readPagesOf(http, Math.max(1, Math.ceil((0.75 * count()) / first.repeats.length)))]
      : []),
    // Fewer pages can hide less, and more of them show whether each starts with the end of the one before.
    () => readPagesOf(http, Math.max(1000, 2 * count())),
    () => readList(http),
    () => readPagesOf(http, Math.max(1, Math.floor(count() / 4))),
    () => readList(http),
  ]) {
    const list = await read();
    if (list && isComplete(list, readings, mustBeComplete)) return list.fields;
    if (list) readings.push(list);
  }
  const conflict = readings.find(list => list.conflict)?.conflict;
  throw new StaleError(
    conflict
      ? `the list has two versions of the field with id ${requireId(conflict)}`
      : readings.every(isClean)
        ? 'the list shows different fields each time it is read, so some may be missing'
        : 'the list shows some fields on two pages and may lack others',
    'Another client may be changing fields, or the API may sort them differently for each page. Try again later. If the error persists, the pages of this API overlap, and bizctl cannot tell what is missing.',
  );
}

/** True if no field is on two pages, and no id has two contents. */
function isClean({repeats, conflict}: FieldList): boolean {
  return !conflict && repeats.every(count => count === 0);
}

/**
 * True if no field can be missing: the list is one page that is no shorter than an earlier reading, has all fields of
 * these, or is the same twice. Pages may start with the last fields of the one before only if all of them do.
 */
function isComplete(list: FieldList, earlier: readonly FieldList[], mustBeComplete: boolean): boolean {
  if (list.conflict || list.hasMoved) return false;
  const isEven = overlapsEvenly(list);
  // Fields that were missed are found by another reading, unless one is created at once.
  if (!mustBeComplete && (isEven || list.repeats.length < 2)) return true;
  if (!isClean(list) && !isEven) return false;
  if (list.repeats.length < 2 && earlier.some(({fields}) => fields.length <= list.fields.length)) return true;
  const ids = new Set(list.fields.map(({id}) => id));
  const hasAll = ({fields}: FieldList) => fields.every(({id}) => ids.has(id));
  const [last] = earlier.slice(-1);
  const isSame = last && (isClean(last) || isEven) && last.fields.length === ids.size && hasAll(last);
  return isSame || earlier.every(hasAll);
}

function overlapsEvenly({repeats: [first = 0, second = 0, ...others]}: FieldList): boolean {
  return first === 0 && second > 0 && others.length > 0 && others.every(count => count === second);
}

/** @throws UnavailableError when the API sent a field without an id */
export function requireId(field: CustomField): string {
  if (field.id === undefined)
    throw new UnavailableError(`the API sent a field without an id: ${JSON.stringify(field.name ?? null)}`, {
      retryable: false,
    });
  return field.id;
}
