import {listFirst} from '../base/and-more.js';
import {GuardError, NotFoundError} from '../base/errors.js';
import {inChoice} from '../base/in-series.js';
import {quoteArgument} from '../base/shell-word.js';
import type {HttpClient} from '../http/http-client.js';
import {type JsonObject, showJson, stringOf} from '../json/json.js';
import {describeDifferences} from './compare-replies.js';
import {findDifferences} from './differences.js';
import {listFields, readSettledFields, requireId} from './fields.js';
import {isLive} from './looks-deleted.js';
import {joinParts} from './page.js';
import {type CustomField, pickDocumentedMember} from './schemas.js';

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

/**
 * Finds the first field with that id or name, or the only field whose name equals the given id. The API has no request
 * for a single field, so the list is read up to the page of the match. Deleted fields that the API still lists are found
 * only if no other has the name.
 *
 * @throws NotFoundError with near names, GuardError for several fields of a name, or StaleError if some may be missing
 */
export async function findField(http: HttpClient, reference: FieldReference): Promise<JsonObject> {
  const {member, value} = reference;
  const pages: (readonly JsonObject[])[] = [];
  let repeats = 0;
  const listed = listFields(http);
  for await (const {rows, repeated = 0, conflicting = 0} of member === 'id' ? listed : joinParts(listed)) {
    const found =
      member === 'id' ? rows.find(({id = null}) => showJson(id) === value) : pickNamed(rows.filter(isLive), value);
    if (found) return found;
    pages.push(rows);
    repeats += repeated + conflicting;
  }
  // A list that repeats fields may lack others.
  const all = repeats > 0 ? await readSettledFields(http) : pages.flat();
  return pickUnique(all, reference, {allowsBareNames: true});
}

/**
 * The only field with a name, which a list may have twice.
 *
 * @throws GuardError if several have it
 */
function pickNamed<Field extends JsonObject>(all: readonly Field[], value: string): Field | undefined {
  const same = all.filter(({name = null}) => showJson(name) === value);
  const [field, ...others] = preferLive(same);
  const twins = others.filter(({id}) => id === undefined || id !== field?.['id']);
  if (field && twins.length > 0) throw toTwinsError(value, [field, ...twins]);
  return field;
}

function preferLive<Field extends JsonObject>(fields: readonly Field[]): readonly Field[] {
  const live = fields.filter(isLive);
  return live.length > 0 ? live : fields;
}

function toTwinsError(value: string, fields: readonly JsonObject[]): GuardError {
  const ids = fields.map(({id}) => JSON.stringify(id));
  return new GuardError(
    `${JSON.stringify(value)} matches ${fields.length} fields: ${listFirst(ids, maxListed, ' and ')}`,
    'Use the id of the one you mean.',
  );
}

interface PickOptions {
  /**
   * Accepts a name in place of an id, for writes that a person confirms: without a person, an id that no longer exists
   * must never reach a field of that name.
   */
  readonly allowsBareNames: boolean;
  /** Finds a field that is not listed. */
  readonly findElsewhere?: FindElsewhere | undefined;
}

/**
 * Finds the only field for each reference, in order and each field once. Writes use it, so that they never pick one of
 * several fields with the same name.
 *
 * @throws NotFoundError naming every missing field, or GuardError when a name is not unique
 */
export async function findUniqueFields(
  all: readonly CustomField[],
  references: readonly FieldReference[],
  options: PickOptions,
): Promise<readonly CustomField[]> {
  const found: CustomField[] = [];
  const missing: NotFoundError[] = [];
  for (const reference of references) {
    try {
      found.push(await pickUnique(all, reference, options));
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
  {allowsBareNames, findElsewhere}: PickOptions,
): Promise<CustomField> {
  const {member, value} = reference;
  const same = all.filter(({id}) => member === 'id' && id === value);
  const [field, ...others] = preferLive(same);
  if (field && others.length > 0) throw toTwinsError(value, [field, ...others]);
  // An id wins.
  const found = field ?? (member === 'name' || allowsBareNames ? pickNamed(all, value) : undefined);
  if (found) return found;
  const unlisted = await findElsewhere?.(reference, all);
  if (unlisted) return unlisted;
  throw await toNotFoundError(reference, all, allowsBareNames);
}

async function toNotFoundError(
  {member, value}: FieldReference,
  all: readonly JsonObject[],
  allowsBareNames: boolean,
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
  const described = member === 'name' ? 'named' : `with the ${allowsBareNames ? 'id or name' : 'id'}`;
  return new NotFoundError(`no custom field ${described} ${JSON.stringify(value)}`, {
    hint:
      suggestions.length > 0
        ? `Did you mean ${inChoice(suggestions)}?`
        : suggest => `Run: ${suggest('fields', 'list', ...(isPart ? [value] : []))}`,
  });
}

/**
 * Finds the fields with the name of the body that did not exist before.
 *
 * @param deletedIds ids of fields that existed before and were deleted: the API may have brought one back, or reuse ids
 */
export function findNew(
  fields: readonly CustomField[],
  body: JsonObject,
  existingIds: ReadonlySet<string> | undefined,
  deletedIds?: ReadonlySet<string>,
): readonly CustomField[] {
  // An API may normalize a name.
  const name = stringOf(body['name'])?.normalize();
  // An API may list a deleted field further on, as archived.
  const isBack = (field: CustomField) =>
    deletedIds?.has(field.id ?? '') === true && isLive(field) && describeDifferences(body, field) === undefined;
  const isNew = (field: CustomField) => !existingIds?.has(field.id ?? '') || isBack(field);
  return fields.filter(field => field.name?.normalize() === name && isNew(field));
}

/**
 * True if a field contradicts the type of the body: then someone else created it, under the same name. Undocumented
 * members of a type may change.
 */
export function hasOtherType({type}: CustomField, body: JsonObject): boolean {
  const wanted = pickDocumentedMember('type', body['type']);
  if (wanted === undefined) return false;
  return findDifferences(type, wanted, {path: ['type']}).some(({before}) => (before ?? null) !== null);
}
