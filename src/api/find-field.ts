import {listFirst} from '../base/and-more.js';
import {GuardError, NotFoundError, UsageError} from '../base/errors.js';
import {inChoice} from '../base/in-series.js';
import {quoteArgument} from '../base/shell-word.js';
import {encodeSegment} from '../http/api-request.js';
import type {HttpClient} from '../http/http-client.js';
import {type JsonObject, showJson, stringOf} from '../json/json.js';
import {describeDifferences} from './compare-replies.js';
import {findDifferences} from './differences.js';
import {listFields, readSettledFields, requireId} from './fields.js';
import {type CustomField, checkField, isMarkedDeleted} from './schemas.js';

const maxSuggestions = 3;
/** How many fields of one name are listed by their ids, and how many that do not exist are named. */
const maxListed = 20;

/** A field as given on the command line: an id, or `name:NAME`. */
export interface FieldReference {
  readonly member: 'id' | 'name';
  readonly value: string;
}

/** The id as words for `SuggestCommand`, taken neither for a name nor for an option. */
export function toIdWords(id: string): readonly string[] {
  if (id.startsWith('-')) return ['--', id];
  return [/^(?:id:)*name:/.test(id) ? `id:${id}` : id];
}

/** @throws UsageError for an empty name, or an id that cannot be part of a URL */
export function parseFieldReference(text: string): FieldReference {
  if (!text.startsWith('name:')) {
    const id = text.replace(/^id:(?=(?:id:)*name:)/, '');
    encodeSegment(id);
    return {member: 'id', value: id};
  }
  const value = text.slice('name:'.length);
  if (value === '')
    throw new UsageError('"name:" is not followed by a name', 'Use name:NAME, for example name:priority.');
  return {member: 'name', value};
}

/**
 * Finds the first field with that id or name, or the only field whose name equals the given id. The API has no request
 * for a single field, so the list is read up to the page of the match.
 *
 * @throws NotFoundError with near names, GuardError for several fields of a name, or StaleError if some may be missing
 */
export async function findField(http: HttpClient, reference: FieldReference): Promise<CustomField> {
  const others: (readonly JsonObject[])[] = [];
  let repeats = 0;
  for await (const {rows, repeated = 0, conflicting = 0} of listFields(http)) {
    const [found, ...same] = rows.filter(field => showJson(field[reference.member] ?? null) === reference.value);
    // A list may have one field twice.
    const twins = reference.member === 'name' ? same.filter(({id}) => id === undefined || id !== found?.['id']) : [];
    if (found && twins.length > 0) throw toTwinsError(reference.value, [found, ...twins]);
    if (found) return checkField(found);
    others.push(rows);
    repeats += repeated + conflicting;
  }
  // A list that repeats fields may lack others.
  if (repeats > 0) return pickUnique(await readSettledFields(http), reference, true);
  const all = others.flat();
  const named = pickByBareName(all, reference);
  if (named) return checkField(named);
  throw await toNotFoundError(reference, all, true);
}

/**
 * The only field whose name equals the given id. An id wins: call this when no field has it.
 *
 * @throws GuardError when several fields have the name
 */
function pickByBareName<Field extends JsonObject>(
  all: readonly Field[],
  {member, value}: FieldReference,
): Field | undefined {
  const [field, ...others] = member === 'id' ? all.filter(each => each['name'] === value) : [];
  if (field && others.length > 0) throw toTwinsError(value, [field, ...others]);
  return field;
}

function toTwinsError(value: string, fields: readonly JsonObject[]): GuardError {
  const ids = fields.map(({id}) => JSON.stringify(id));
  return new GuardError(
    `${JSON.stringify(value)} matches ${fields.length} fields: ${listFirst(ids, maxListed, ' and ')}`,
    'Use the id of the one you mean.',
  );
}

/** Returns a function that is true for fields that a reference may mean. */
export function isReferenced(
  references: readonly FieldReference[],
  allowsBareNames: boolean,
): (field: {readonly id?: string | undefined; readonly name: string}) => boolean {
  return ({id, name}) =>
    references.some(
      ({member, value}) => value === (member === 'id' ? id : name) || (allowsBareNames && value === name),
    );
}

/**
 * Finds the only field for each reference, in order and each field once. Writes use it, so that they never pick one of
 * several fields with the same name.
 *
 * @param allowsBareNames accepts a name in place of an id, for writes that a person confirms: without a person, an id
 * that no longer exists must never reach a field of that name
 * @param findElsewhere finds a field that is not listed
 * @throws NotFoundError naming every missing field, or GuardError when a name is not unique
 */
export async function findUniqueFields(
  all: readonly CustomField[],
  references: readonly FieldReference[],
  allowsBareNames: boolean,
  findElsewhere?: FindElsewhere,
): Promise<readonly CustomField[]> {
  const found: CustomField[] = [];
  const missing: NotFoundError[] = [];
  for (const reference of references) {
    try {
      found.push(await pickUnique(all, reference, allowsBareNames, findElsewhere));
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      missing.push(error);
    }
  }
  const [first, ...others] = missing;
  if (first && others.length === 0) throw first;
  const message = listFirst([...new Set(missing.map(error => error.message))], maxListed, '; ');
  if (first) throw new NotFoundError(message, {hint: suggest => `Run: ${suggest('fields', 'list')}`});
  return [...new Map(found.map(field => [requireId(field), field])).values()];
}

export type FindElsewhere = (
  reference: FieldReference,
  listed: readonly CustomField[],
) => Promise<CustomField | undefined>;

async function pickUnique(
  all: readonly CustomField[],
  reference: FieldReference,
  allowsBareName: boolean,
  findElsewhere: FindElsewhere = async () => undefined,
): Promise<CustomField> {
  const same = all.filter(each => each[reference.member] === reference.value);
  const live = same.filter(each => !isMarkedDeleted(each));
  const [field, ...others] = live.length > 0 ? live : same;
  if (field && others.length > 0) throw toTwinsError(reference.value, [field, ...others]);
  const found = field ?? (allowsBareName ? pickByBareName(all, reference) : undefined);
  if (found) return found;
  const unlisted = await findElsewhere(reference, all);
  if (unlisted) return unlisted;
  throw await toNotFoundError(reference, all, allowsBareName);
}

async function toNotFoundError(
  {member, value}: FieldReference,
  all: readonly JsonObject[],
  allowsBareName = false,
): Promise<NotFoundError> {
  const {findNearNames} = await import('../base/near-names.js');
  const names = all.flatMap(field => stringOf(field['name']) ?? []);
  const nearNames = names.includes(value) ? [value] : findNearNames(value, names);
  const isPart = !value.startsWith('-') && names.some(name => name.toLowerCase().includes(value.toLowerCase()));
  // Near ids are not suggested: similar ids belong to unrelated fields.
  const pasted = value.trim().replace(/^id:\s*|[,;]$/g, '');
  const suggestions =
    member === 'id' && all.some(({id}) => id === pasted)
      ? [quoteArgument(pasted)]
      : nearNames.slice(0, maxSuggestions).map(name => quoteArgument(`name:${name}`));
  const described = member === 'name' ? 'named' : `with the ${allowsBareName ? 'id or name' : 'id'}`;
  return new NotFoundError(`no custom field ${described} ${JSON.stringify(value)}`, {
    hint:
      suggestions.length > 0
        ? `Did you mean ${inChoice(suggestions)}?`
        : suggest => `Run: ${suggest('fields', 'list', ...(isPart ? [value] : []))}`,
  });
}

/** Finds the fields with the name of the body that did not exist before. */
export function findNew(
  fields: readonly CustomField[],
  body: JsonObject,
  existingIds: ReadonlySet<string> | undefined,
  deletedIds: ReadonlySet<string> | undefined,
): readonly CustomField[] {
  // An API may normalize a name.
  const name = stringOf(body['name'])?.normalize();
  // Some APIs give the id of a deleted field to a new one.
  const isReused = (field: CustomField) =>
    deletedIds?.has(field.id ?? '') && !isMarkedDeleted(field) && describeDifferences(body, field) === undefined;
  return fields.filter(
    field => field.name?.normalize() === name && (!existingIds?.has(field.id ?? '') || isReused(field)),
  );
}

/** True if a field contradicts the type of the body: then someone else created it, under the same name. */
export function hasOtherType({type}: CustomField, {type: wanted}: JsonObject): boolean {
  if (wanted === undefined) return false;
  return findDifferences(type, wanted, {path: ['type']}).some(({before}) => (before ?? null) !== null);
}
