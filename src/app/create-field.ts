import {readSettledFields} from '../api/fields.js';
import type {WrittenField} from '../api/resolve-unknown-outcome.js';
import {createField} from '../api/write-fields.js';
import {BizctlError, IncompleteError, InterruptedError, RefusedError} from '../base/errors.js';
import {only} from '../base/inspect-error.js';
import type {HttpClient} from '../http/http-client.js';
import {type JsonObject, stringOf} from '../json/json.js';

export function isConflict(error: unknown): error is RefusedError {
  return error instanceof RefusedError && error.details.status === 409;
}

/**
 * Like `createField`, but looks for the field after a conflict (409): a gateway or a retry may have sent the request
 * twice, and then the second one is refused.
 *
 * @throws IncompleteError if the tenant has a new field with the name, which somebody else may have created
 */
export async function createFieldOnce(
  http: HttpClient,
  body: JsonObject,
  existingIds: ReadonlySet<string> | undefined,
  deletedIds?: ReadonlySet<string>,
): Promise<WrittenField> {
  const lookUp = async (refusal: RefusedError) => {
    const name = stringOf(body['name']) ?? '';
    const found = isConflict(refusal) && existingIds && (await findNew(http, name, existingIds));
    if (!found) throw refusal;
    throw new IncompleteError(
      `the outcome of creating ${JSON.stringify(name)} is unknown (${refusal.message}); the tenant now has ${JSON.stringify(found)}`,
      {
        ...refusal.details,
        hint: 'Check what the tenant has: somebody else may have created it. Running the same command again creates no duplicate.',
        cause: refusal,
      },
    );
  };
  return createField(http, body, existingIds, deletedIds).catch(only(RefusedError, lookUp));
}

/** Returns the id of a new field with the name; `undefined` if there is none, or the list cannot be read. */
async function findNew(http: HttpClient, name: string, existingIds: ReadonlySet<string>): Promise<string | undefined> {
  try {
    const fields = await readSettledFields(http);
    // An API may normalize a name.
    return fields.find(field => field.name?.normalize() === name.normalize() && !existingIds.has(field.id ?? ''))?.id;
  } catch (error) {
    if (!(error instanceof BizctlError) || error instanceof InterruptedError) throw error;
    return undefined;
  }
}
