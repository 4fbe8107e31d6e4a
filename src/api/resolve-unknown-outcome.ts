import {only} from '../base/catch-errors.js';
import {BizctlError, IncompleteError, InterruptedError, StaleError} from '../base/errors.js';
import {pollUntil} from '../base/poll-until.js';
import type {HttpClient} from '../http/http-client.js';
import {UnexpectedReplyError, UnknownOutcomeError, UnresolvedCreateError} from '../http/request-error.js';
import {type JsonObject, stringOf} from '../json/json.js';
import {describeDifferences, provesUpdate} from './compare-replies.js';
import {readSettledFields} from './fields.js';
import {findNew, hasOtherType} from './find-field.js';
import {type CustomField, isMarkedDeleted, writeOnlyMembers} from './schemas.js';

/** The result of a successful write. `note` is a remark for the user. */
export interface WrittenField {
  readonly field: CustomField;
  readonly note?: string | undefined;
  /** Members that an update was sent without, because the API refused them. */
  readonly leftOut?: readonly string[] | undefined;
}

interface Attempt<Result> {
  readonly http: HttpClient;
  readonly write: () => Promise<Result>;
  /** How long to look for the result, in ms; by default, or if `undefined`, for all poll intervals. */
  readonly findMaxMs?: ((unknown: UnknownOutcomeError) => number | undefined) | undefined;
}

const confirmed = 'confirmed by reading back';
const runAgain = 'Run the same command again; it checks before it writes.';
const checkFound = 'Check the tenant. Running the same command again creates no duplicate.';
const checkFirst = 'Check the tenant first: running the command again may create a duplicate.';

/** Reads at once, then at growing intervals, until `find` returns a result: a list may lag, or move meanwhile. */
async function poll<Found>(
  {http}: Attempt<unknown>,
  reason: string,
  find: (fields: readonly CustomField[]) => Found | undefined,
  mustBeComplete = false,
  maxMs?: number,
): Promise<Found | undefined> {
  http.settings.onEvent({kind: 'check', reason, maxMs});
  const read = () =>
    readSettledFields(http, mustBeComplete).then(
      fields => ({found: find(fields), moving: undefined}),
      only(StaleError, moving => ({found: undefined, moving})),
    );
  const {found, moving} = await pollUntil(http.settings, read, ({found}) => found !== undefined, maxMs);
  if (moving) throw moving;
  return found;
}

/** Polls after a write with an unknown outcome. If that fails too, rethrows this outcome, which matters more. */
async function pollAfter<Found>(
  unknown: UnknownOutcomeError,
  what: string,
  attempt: Attempt<unknown>,
  find: (fields: readonly CustomField[]) => Found | undefined,
  mustBeComplete = false,
) {
  try {
    return await poll(attempt, unknown.cause.message, find, mustBeComplete, attempt.findMaxMs?.(unknown));
  } catch (error) {
    const reason: unknown = attempt.http.settings.signal.reason;
    if (reason instanceof InterruptedError) throw reason.during(what);
    throw error instanceof BizctlError ? unknown : error;
  }
}

/** @throws any error but an unknown outcome */
function toUnknown(error: unknown): {readonly unknown: UnknownOutcomeError} {
  if (error instanceof UnknownOutcomeError) return {unknown: error};
  throw error;
}

/** `createField`, given the request. If its outcome is unknown, looks for the field in the list. */
export async function resolveCreate(
  attempt: Attempt<CustomField>,
  body: JsonObject,
  existingIds: ReadonlySet<string> | undefined,
  deletedIds?: ReadonlySet<string>,
): Promise<WrittenField> {
  const outcome = await attempt.write().then(result => ({result}), toUnknown);
  const name = stringOf(body['name']) ?? '';
  const what = `creating ${JSON.stringify(name)}`;
  const findFresh = (fields: readonly CustomField[]) => {
    const fresh = findNew(fields, body, existingIds, deletedIds);
    return fresh.length > 0 ? fresh : undefined;
  };
  if ('result' in outcome) {
    const {result} = outcome;
    // The id alone decides, whatever else the reply shows.
    if (result.id !== undefined && existingIds?.has(result.id) && !deletedIds?.has(result.id))
      throw new IncompleteError(`${what} returned an existing field: ${JSON.stringify(result.id)}`, {
        hint: 'The API may have changed that field instead. Check it; nothing was deleted.',
      });
    if (result.id !== undefined) return {field: result};
    const findOurs = (fields: readonly CustomField[]) => findFresh(fields.filter(field => !hasOtherType(field, body)));
    return {field: await findCreated(attempt, what, findOurs, existingIds !== undefined)};
  }
  const {unknown} = outcome;
  const created = await pollAfter(unknown, what, attempt, findFresh).catch((error: unknown) => {
    if (error !== unknown || unknown.wasRedirected) throw error;
    throw toUnresolvedError(unknown, what, 'the list could not be read either', existingIds && runAgain);
  });
  const [field, ...others] = created ?? [];
  if (field === undefined && unknown.wasRedirected) throw unknown.cause;
  // A field that differs from what was sent may be someone else's, and an undo would delete it.
  const shown = Object.entries({...body, name: field?.name}).filter(([member]) => (field?.[member] ?? null) !== null);
  const isAsSent = field !== undefined && provesUpdate(field, Object.fromEntries(shown), undefined);
  if (isAsSent && others.length === 0 && existingIds !== undefined) return {field, note: `created; ${confirmed}`};
  const ids = (created ?? []).map(({id}) => JSON.stringify(id)).join(' and ');
  const isDoubtful = field !== undefined && !isAsSent && others.length === 0;
  const doubt = isDoubtful ? `, which someone else may have created: ${describeDifferences(body, field)}` : '';
  const seen = field === undefined ? 'the field is not listed' : `the tenant now has ${ids}${doubt}`;
  throw toUnresolvedError(unknown, what, seen, existingIds && (field === undefined ? runAgain : checkFound));
}

/** @param hint by default, that running the command again does not check whether the field exists */
function toUnresolvedError(
  unknown: UnknownOutcomeError,
  what: string,
  seen: string,
  hint = checkFirst,
): IncompleteError {
  const Unresolved = hint === runAgain ? UnresolvedCreateError : IncompleteError;
  return new Unresolved(`the outcome of ${what} is unknown (${unknown.cause.message}); ${seen}`, {
    ...unknown.details,
    hint,
    cause: unknown,
  });
}

/**
 * Finds a created field whose id was missing from the reply (row 137).
 *
 * @throws IncompleteError if it is not listed, or not the only new field with its name
 */
async function findCreated(
  attempt: Attempt<CustomField>,
  what: string,
  findFresh: (fields: readonly CustomField[]) => readonly CustomField[] | undefined,
  canClaim: boolean,
): Promise<CustomField> {
  const fail = (reason: string, hint: string, cause?: unknown) =>
    new IncompleteError(`${what} succeeded, but the reply has no id, and ${reason}`, {hint, cause});
  try {
    const fresh = (await poll(attempt, 'the reply has no id', findFresh)) ?? [];
    const [field, ...others] = fresh;
    // Without the ids that existed before, it may be an older field of that name.
    if (field?.id !== undefined && others.length === 0 && canClaim) return field;
    const ids = fresh.map(({id}) => JSON.stringify(id ?? null)).join(' and ');
    if (field === undefined) throw fail('the field is not listed', checkFirst);
    throw fail(`the tenant now has ${ids}`, canClaim ? checkFound : checkFirst);
  } catch (error) {
    if (!(error instanceof BizctlError) || error instanceof InterruptedError || error instanceof IncompleteError)
      throw error;
    throw fail(`the list cannot be read: ${error.message}`, checkFirst, error);
  }
}

/** An update. If its outcome is unknown, compares the field in the list, except for members that no response shows. */
export async function resolveUpdate(
  attempt: Attempt<CustomField>,
  id: string,
  body: JsonObject,
  before?: JsonObject,
): Promise<WrittenField> {
  const outcome = await attempt.write().then(result => ({result}), toUnknown);
  if ('result' in outcome) return {field: outcome.result};
  const {unknown} = outcome;
  const unshown = Object.keys(body).filter(member => writeOnlyMembers.has(member));
  // Members that an API omits or orders itself prove nothing, but after a success without a body, the status does.
  const isAccepted = unknown instanceof UnexpectedReplyError && unknown.isEmpty;
  const isDone = (field: CustomField) =>
    provesUpdate(field, body, before) || (isAccepted && provesUpdate(field, body, undefined));
  const field = await pollAfter(unknown, `updating ${id}`, attempt, fields =>
    fields.find(field => field.id === id && isDone(field)),
  );
  const exception = unshown.length > 0 ? `, except for ${unshown.join(', ')}` : '';
  if (field && unshown.length < Object.keys(body).length) return {field, note: `updated; ${confirmed}${exception}`};
  throw unknown.wasRedirected ? unknown.cause : unknown;
}

/** `deleteField`, given the request. If its outcome is unknown, checks that the list no longer has the field. */
export async function resolveDelete(
  attempt: Attempt<void>,
  id: string,
  {wasListed}: {readonly wasListed: boolean},
): Promise<{readonly note?: string | undefined}> {
  const outcome = await attempt.write().then(result => ({result}), toUnknown);
  if ('result' in outcome) return {};
  const {unknown} = outcome;
  const isListed = (field: CustomField) => field.id === id && !isMarkedDeleted(field);
  const findGone = (fields: readonly CustomField[]) => !fields.some(isListed) || undefined;
  const isGone = await pollAfter(unknown, `deleting ${id}`, attempt, findGone, true);
  if (isGone && wasListed) return {note: `deleted; ${confirmed}`};
  const hint = 'The field was not looked up first: if the id was right, it is now deleted.';
  const message = `the outcome of deleting ${id} is unknown (${unknown.cause.message}); the field is not listed`;
  if (isGone) throw new IncompleteError(message, {...unknown.details, hint, cause: unknown});
  throw unknown.wasRedirected ? unknown.cause : unknown;
}
