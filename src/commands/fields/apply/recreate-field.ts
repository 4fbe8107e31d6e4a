import {readSettledFields} from '../../../api/fields.js';
import {findNew} from '../../../api/find-field.js';
import type {WrittenField} from '../../../api/resolve-unknown-outcome.js';
import {isMarkedDeleted} from '../../../api/schemas.js';
import {createField} from '../../../api/write-fields.js';
import type {ApiContext} from '../../../app/api-context.js';
import {only} from '../../../base/catch-errors.js';
import {BizctlError, RefusedError} from '../../../base/errors.js';
import {pollUntil} from '../../../base/poll-until.js';
import {isSafe} from '../../../http/api-request.js';
import type {HttpClient} from '../../../http/http-client.js';
import type {JsonObject} from '../../../json/json.js';
import {isConflict, refuseFound} from '../write/create-field.js';

interface Replaced {
  readonly id: string;
  readonly name: string;
  /** Of the new field. */
  readonly body: JsonObject;
}

/**
 * Creates a field in place of one that was just deleted. Where names are unique, an API that deletes with a delay, or
 * keeps the name of a deleted field for a while, refuses that as a conflict at first. It is sent even after an
 * interruption, so that no field stays deleted.
 *
 * @param existingIds ids of all fields that existed before
 * @param deletedIds those of them that were deleted since
 * @throws RefusedError if it is refused otherwise, or still after the longest lag; IncompleteError if the field is
 * there after all
 */
export async function recreateField(
  {http, timing, signal, reporter}: ApiContext,
  {id, name, body}: Replaced,
  existingIds: ReadonlySet<string>,
  deletedIds: ReadonlySet<string>,
): Promise<WrittenField> {
  const completing: HttpClient = {
    ...http,
    send: request => http.send({...request, completesWrite: !isSafe(request.method)}),
  };
  const attempt = async (): Promise<WrittenField | {readonly refusal: RefusedError}> => {
    try {
      return await createField(completing, body, existingIds, deletedIds);
    } catch (error) {
      if (isConflict(error)) return {refusal: error};
      // The old field is gone, so an API that refuses what it has carried out is worth a look.
      if (error instanceof RefusedError) await isListed(error);
      throw error;
    }
  };
  const isListed = async (refusal: RefusedError) => {
    // If it cannot be read, there is nothing to wait for.
    const fields = await readSettledFields(http).catch(only(BizctlError, () => []));
    refuseFound(refusal, body, findNew(fields, body, existingIds, deletedIds)[0]);
    return fields.some(field => field.id === id && !isMarkedDeleted(field));
  };
  let result = await attempt();
  const attemptAgain = async () => {
    if ('refusal' in result) await isListed(result.refusal);
    result = await attempt();
  };
  try {
    if ('refusal' in result) {
      const seconds = Math.ceil(timing.maxLagMs / 1_000);
      const quoted = JSON.stringify(name);
      const reason = (await isListed(result.refusal))
        ? `the API still lists the deleted ${quoted}`
        : `${quoted} cannot be recreated yet: ${result.refusal.message}`;
      await reporter.note(`${reason}; retrying for up to ${seconds} s`);
      await pollUntil({timing, signal}, attemptAgain, () => !('refusal' in result), timing.maxLagMs);
    }
  } catch (error) {
    // An interruption of the wait leaves the last refusal.
    if (error !== signal.reason) throw error;
  }
  if ('refusal' in result) throw result.refusal;
  return result;
}
