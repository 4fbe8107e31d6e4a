import {readSettledFields} from '../api/fields.js';
import {findNew} from '../api/find-field.js';
import type {CustomField} from '../api/schemas.js';
import {createField} from '../api/write-fields.js';
import {IncompleteError, RefusedError} from '../base/errors.js';
import {onFailure, only} from '../base/inspect-error.js';
import type {JsonObject} from '../json/json.js';

export type CreateField = typeof createField;

/** True for a refusal because of a field that exists: 409, or another status whose message says so. */
export function isConflict(error: unknown): error is RefusedError {
  if (!(error instanceof RefusedError)) return false;
  return (
    error.details.status === 409 ||
    /\balready (?:exists|taken|in use|used)\b|\b(?:duplicate|taken|unique)\b/i.test(error.message)
  );
}

/**
 * Returns a `createField` that looks for the field after a conflict: a gateway or a retry may have sent the
 * request twice, and then the second one is refused. It throws an IncompleteError if there is a new field with the
 * name, which someone else may have created.
 */
export function createFieldCreator(): CreateField {
  // Where names stay taken, every create may be refused, and each look may take many pages.
  let isWorthLooking = true;
  return async (http, body, existingIds, isBack) => {
    const lookUp = async (refusal: RefusedError) => {
      if (!isConflict(refusal) || !existingIds || !isWorthLooking) throw refusal;
      const fields = await readSettledFields(http).catch(onFailure(() => []));
      refuseFound(refusal, body, findNew(fields, body, existingIds, isBack)[0]);
      isWorthLooking = false;
      throw refusal;
    };
    return createField(http, body, existingIds, isBack).catch(only(RefusedError, lookUp));
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
