import {onFailure} from '../base/catch-errors.js';
import {CancelledWriteError, RefusedError, UnavailableError} from '../base/errors.js';
import type {ApiRequest} from '../http/api-request.js';
import type {HttpClient} from '../http/http-client.js';
import {findServerMessage} from '../http/reply.js';
import {UnexpectedReplyError, UnknownOutcomeError} from '../http/request-error.js';
import {isObject, type Json, type JsonObject, showJson, without} from '../json/json.js';
import {tryParseJson} from '../json/parse-json.js';
import {sameJson} from '../json/same-json.js';
import {withoutRefused} from './compare-replies.js';
import {texts} from './differences.js';
import {addsChoices} from './field-shapes.js';
import {fieldRequests, readSettledFields} from './fields.js';
import {describeProblem} from './list-envelope.js';
import {resolveCreate, resolveDelete, resolveUpdate, type WrittenField} from './resolve-unknown-outcome.js';
import {type CustomField, describeUnexpected, documentedSchemas, isCustomField, writeOnlyMembers} from './schemas.js';

/**
 * Creates a field (4.2). The POST is retried only when it is known to have had no effect. If its outcome is unknown, or
 * the reply has no id, the field is looked up in the list.
 *
 * @param existingIds ids of all fields that existed before; `undefined` if they were not read
 * @param deletedIds those of them that were deleted since
 * @throws IncompleteError if it stays unknown whether the field was created, or which id it has
 */
export async function createField(
  http: HttpClient,
  body: JsonObject,
  existingIds: ReadonlySet<string> | undefined,
  deletedIds?: ReadonlySet<string>,
): Promise<WrittenField> {
  const write = () => sendCreate(http, body, existingIds !== undefined);
  return resolveCreate({http, write}, body, existingIds, deletedIds);
}

/**
 * Updates the members of a field that `body` has (4.4). If the API refuses members that it has added to options or
 * display options itself and that are only sent back, they are left out.
 *
 * @param before the field before the update; `undefined` if it was not read
 * @param restores true for an undo, which leaves them out of what it brings back too, and brings back what it can if
 * the API refuses to remove a member
 * @throws IncompleteError if the outcome stays unknown
 */
export async function updateField(
  http: HttpClient,
  id: string,
  body: JsonObject,
  before?: JsonObject,
  restores = false,
): Promise<WrittenField> {
  try {
    return await sendOrResolveUpdate(http, id, body, before);
  } catch (error) {
    if (!(error instanceof RefusedError) || !before) throw error;
    const {status} = error.details;
    const mayRefuseNull = restores && (status === 400 || status === 422);
    const accepted =
      withoutRefused(body, before, error.message, restores) ?? (mayRefuseNull ? withoutRemovals(body) : undefined);
    if (!accepted || Object.keys(accepted.body).length === 0) throw error;
    const {field, note, leftOut = []} = await updateField(http, id, accepted.body, before, restores);
    const {names} = accepted;
    const without = names.length === 0 ? undefined : `sent without ${names.join(', ')}, which the API refused`;
    const notes = [without, note].filter(each => each !== undefined);
    return {field, note: notes.join('; ') || undefined, leftOut: [...names, ...leftOut]};
  }
}

/** Sends "" in place of null for texts, and leaves out what cannot be removed. `undefined` if it removes nothing. */
function withoutRemovals(body: JsonObject): {readonly body: JsonObject; readonly names: readonly string[]} | undefined {
  const removed = Object.values(body).includes(null) ? null : '';
  const removals = Object.keys(body).filter(member => body[member] === removed);
  const blanks = removed === null ? removals.filter(member => texts.has(member)) : [];
  const rest = {...without(body, removals), ...Object.fromEntries(blanks.map(member => [member, '']))};
  return removals.length === 0 ? undefined : {body: rest, names: removals.filter(each => !blanks.includes(each))};
}

/**
 * Sends an update. If the reply is lost, the field is read back and compared. An update that adds choices is sent again
 * only if the field is still as before once no list lags that long, since a repetition may add them twice.
 */
async function sendOrResolveUpdate(
  http: HttpClient,
  id: string,
  body: JsonObject,
  before: JsonObject | undefined,
): Promise<WrittenField> {
  const isIdempotent = !addsChoices(body);
  const request = {...fieldRequests.update(id, body), isIdempotent};
  const {retries, timing} = http.settings;
  const attempt = {http, write: () => sendUpdate(http, request, id)};
  const mayRepeat = (error: unknown) =>
    !isIdempotent && retries > 0 && error instanceof UnknownOutcomeError && !(error instanceof UnexpectedReplyError);
  const findMaxMs = (unknown: UnknownOutcomeError) =>
    before && mayRepeat(unknown) && !unknown.wasRedirected ? timing.maxLagMs : undefined;
  try {
    return await resolveUpdate({...attempt, findMaxMs}, id, body, before);
  } catch (error) {
    if (!mayRepeat(error) || !before || !(await isUnchanged(http, before, body))) throw error;
    return await resolveUpdate(attempt, id, body, before).catch((second: unknown) => {
      // The first update may still be carried out.
      throw second instanceof CancelledWriteError ? second.during(`PATCH /${request.path}`) : second;
    });
  }
}

/** True if the list shows all members that were sent as they were before. */
async function isUnchanged(http: HttpClient, before: JsonObject, sent: JsonObject): Promise<boolean> {
  const fields = await readSettledFields(http).catch(onFailure(() => []));
  const field = fields.find(({id}) => id === before['id']);
  return field !== undefined && Object.keys(sent).every(each => sameJson(field[each] ?? null, before[each] ?? null));
}

/**
 * Deletes a field (4.3). After a success other than 204, which the reference does not document, the list is checked.
 *
 * @param wasListed whether the field was listed before; otherwise its absence proves nothing
 * @throws IncompleteError if the outcome stays unknown
 */
export async function deleteField(
  http: HttpClient,
  id: string,
  {wasListed}: {readonly wasListed: boolean},
): Promise<{readonly note?: string | undefined}> {
  const request = fieldRequests.delete(id);
  const write = async () => {
    const {status, body} = await http.send(request);
    if (status === 204) return;
    const reply = tryParseJson(body.toString());
    throw new UnexpectedReplyError(unexpected(http, request, `expected HTTP 204, got HTTP ${status}`, reply));
  };
  return resolveDelete({http, write}, id, {wasListed});
}

/**
 * @param canLookUp whether the list can tell a created field from those that existed before
 * @returns a field without an id if that has to be looked up
 */
async function sendCreate(http: HttpClient, body: JsonObject, canLookUp: boolean): Promise<CustomField> {
  const request = fieldRequests.create(body);
  const {status, readJson} = await http.send(request);
  const json = normalizeId(readJson());
  if (isCustomField(json)) {
    const isNamed = json.name !== undefined && json.name === body['name'];
    const mayBeReceipt = json.id !== undefined && (canLookUp || status === 202);
    const isReceipt = mayBeReceipt && looksLikeReceipt(json, status);
    if (!isReceipt && (json.id !== undefined || isNamed)) return json;
    if (isReceipt && json['success'] !== false && json['ok'] !== false) return {};
  }
  throw new UnexpectedReplyError(unexpected(http, request, describeUnexpected(json), json));
}

/** Treats an empty id as missing (row 137), and a number that reads like the requested id as that one (row 153). */
function normalizeId(json: Json | undefined, id?: string): Json | undefined {
  if (!isObject(json) || json['id'] === undefined) return json;
  if (json['id'] === '') return without(json, ['id']);
  return showJson(json['id']) === id ? {...json, id} : json;
}

async function sendUpdate(http: HttpClient, request: ApiRequest, id: string): Promise<CustomField> {
  const {body = {}} = request;
  const {status, body: reply, readJson} = await http.send(request);
  const isEmpty = status === 204 || (status === 200 && reply.length === 0);
  const json = isEmpty ? undefined : normalizeId(readJson(), id);
  if (isCustomField(json)) {
    if (json.id === id) return json;
    if (json.id === undefined && looksLikeField(json, body)) return {id, ...json};
  }
  // No response shows these members, so a success status is the only evidence.
  if (status === 204 && Object.keys(body).every(member => writeOnlyMembers.has(member))) return {id};
  throw new UnexpectedReplyError(unexpected(http, request, describeUnexpected(json), json), isEmpty);
}

/** @param reply may state an error, although its status is a success */
function unexpected(
  {settings}: HttpClient,
  {method, path}: ApiRequest,
  message: string,
  reply: Json | undefined,
): UnavailableError {
  const problem = describeProblem(reply, Number.POSITIVE_INFINITY);
  const words = problem === undefined ? message : `${message}: ${findServerMessage(problem, settings.redact)}`;
  return new UnavailableError(`${words} (${method} /${path})`, {method, path: `/${path}`});
}

/** True if a reply shows no member of a field except an id (with 202 a name), and looks like one of a job. */
function looksLikeReceipt(reply: CustomField, status: number): boolean {
  const members = Object.keys(reply);
  const isOther = (member: string) => !Object.hasOwn(documentedSchemas.CustomField.shape, member);
  const isOfJob = status === 202 && members.some(member => isOther(member) && /status|state|job|task/i.test(member));
  const proves = (member: string) => !isOther(member) && member !== 'id' && !(isOfJob && member === 'name');
  return !members.some(proves) && (status === 202 || members.some(isOther));
}

/** True if a reply without an id is a field, rather than an error or a status. */
function looksLikeField(reply: CustomField, sent: JsonObject): boolean {
  return reply.name !== undefined || Object.keys(sent).some(member => reply[member] !== undefined);
}
