import type {WrittenField} from '../../../api/resolve-unknown-outcome.js';
import type {ApiContext} from '../../../app/api-context.js';
import {isConflict} from '../../../app/create-field.js';
import {RefusedError} from '../../../base/errors.js';
import {pollUntil} from '../../../base/poll-until.js';

/**
 * Creates a field in place of one that was just deleted. Where names are unique, an API that deletes with a delay
 * refuses that with 409 for a while.
 *
 * @param send sends the create
 * @throws RefusedError if it is still refused after the longest lag
 */
export async function recreateField(
  {timing, signal, reporter, options}: ApiContext,
  name: string,
  send: () => Promise<WrittenField>,
): Promise<WrittenField> {
  const create = async (): Promise<WrittenField | RefusedError> => {
    try {
      return await send();
    } catch (error) {
      if (isConflict(error)) return error;
      throw error;
    }
  };
  let result = await create();
  if (result instanceof RefusedError && options.sandbox === undefined) {
    const seconds = Math.ceil(timing.maxLagMs / 1_000);
    await reporter.note(`the API may still have the deleted ${JSON.stringify(name)}; trying for up to ${seconds} s`);
    const isCreated = (each: WrittenField | RefusedError) => !(each instanceof RefusedError);
    try {
      result = await pollUntil({timing, signal}, create, isCreated, timing.maxLagMs);
    } catch (error) {
      // Interrupted between two requests, the last of which was refused.
      if (error !== signal.reason) throw error;
    }
  }
  if (result instanceof RefusedError) throw result;
  return result;
}
