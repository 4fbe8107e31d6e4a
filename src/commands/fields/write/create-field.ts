import {readSettledFields} from '../../../api/fields.js';
import {findNew} from '../../../api/find-field.js';
import type {CustomField} from '../../../api/schemas.js';
import {createField} from '../../../api/write-fields.js';
import {onFailure, only} from '../../../base/catch-errors.js';
import {IncompleteError, RefusedError} from '../../../base/errors.js';
import type {JsonObject} from '../../../json/json.js';

export type CreateField = typeof createField;

export function isConflict(error: unknown): error is RefusedError {
  return error instanceof RefusedError && error.details.status === 409;
}

/** How APIs say that a name is taken where they do not answer 409. */
const isTaken = /\b(?:name|field)\b.*\b(?:already|exists|in use|used|taken|unique)\b|\bduplicate\b.*\bname\b/i;

/**
 * Returns a `createField` that looks for the field after a conflict (409), or another refusal because of its name: a
 * gateway or a retry may have sent the request twice, and then the second one is refused. It throws an IncompleteError
 * if there is a new field with the name, which someone else may have created.
 */
export function createFieldCreator(): CreateField {
  // Where names stay taken, every create may be refused, and each look may take many pages.
  const futile = new Set<number | undefined>();
  return async (http, body, existingIds, deletedIds) => {
    const lookUp = async (refusal: RefusedError) => {
      const {message, details} = refusal;
      const {status} = details;
      if (!existingIds || futile.has(status) || (status !== 409 && !isTaken.test(message))) throw refusal;
      const fields = await readSettledFields(http).catch(onFailure(() => []));
      refuseFound(refusal, body, findNew(fields, body, existingIds, deletedIds)[0]);
      futile.add(status);
      throw refusal;
    };
    return createField(http, body, existingIds, deletedIds).catch(only(RefusedError, lookUp));
  };
}

/**
 * @param found a new field with the name
 * @throws IncompleteError if there is one
 */
export function refuseFound(refusal: RefusedError, {name = null}: JsonObject, found: CustomField | undefined): void {
  if (found === undefined) return;
  throw new IncompleteError(
    `the outcome of creating ${JSON.stringify(name)} is unknown (${refusal.message}); the tenant now has ${JSON.stringify(found.id)}`,
    {
      ...refusal.details,
      hint: 'Check the tenant: someone else may have created it. Running the same command again creates no duplicate.',
      cause: refusal,
    },
  );
}
