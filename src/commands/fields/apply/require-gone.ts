import {readSettledFields} from '../../../api/fields.js';
import {type CustomField, isMarkedDeleted} from '../../../api/schemas.js';
import {onFailure, only} from '../../../base/catch-errors.js';
import {BizctlError, IncompleteError, type NotFoundError} from '../../../base/errors.js';
import {pollUntil} from '../../../base/poll-until.js';
import type {HttpClient} from '../../../http/http-client.js';

/**
 * Waits a little for a field that someone else creates in place of one that is gone, so that a command that continues at
 * once sees it, and creates none.
 */
export async function awaitOther(http: HttpClient, id: string, name: string): Promise<void> {
  const isOther = (field: CustomField) => field.name === name && field.id !== id && !isMarkedDeleted(field);
  const read = () => readSettledFields(http);
  await pollUntil(http.settings, read, found => found.some(isOther)).catch(only(BizctlError, () => {}));
}

/**
 * Requires that a field is no longer listed, after its deletion was answered with 404: someone else, or a proxy that
 * repeats requests, may have been faster.
 *
 * @throws the error if it is listed; IncompleteError if the list cannot be read
 */
export async function requireGone(http: HttpClient, id: string, error: NotFoundError): Promise<void> {
  const isListed = (field: CustomField) => field.id === id && !isMarkedDeleted(field);
  const read = () => readSettledFields(http);
  const fields = await pollUntil(http.settings, read, found => !found.some(isListed)).catch(
    onFailure(cause => {
      throw new IncompleteError(`${error.message}, and the list cannot be read: ${cause.message}`, {cause});
    }),
  );
  if (fields.some(isListed)) throw error;
}
