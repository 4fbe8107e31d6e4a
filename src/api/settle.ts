import {IncompleteError, UnavailableError} from '../errors.js';
import type {CustomField, WrittenField} from './fields.js';
import type {Http} from './http.js';
import {type JsonObject, sameJson, stringOf} from './json.js';
import {UnknownOutcomeError} from './unknown-outcome.js';

type ReadAll = (http: Http) => Promise<readonly CustomField[]>;

const lost = 'the answer was lost, confirmed by reading back';

/** Looks until `find` sees something, each time a little later: a list may lag behind a write. */
async function look<Found>(
  http: Http,
  readAll: ReadAll,
  find: (fields: readonly CustomField[]) => Found | undefined,
): Promise<Found | undefined> {
  const {timing, signal} = http.settings;
  for (const wait of timing.settleMs) {
    await timing.sleep(wait, signal);
    const found = find(await readAll(http));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Looking failed as well: the first error tells more than the second. */
async function lookOr<Found>(first: Error, looking: Promise<Found>): Promise<Found> {
  try {
    return await looking;
  } catch (error) {
    throw error instanceof UnavailableError ? first : error;
  }
}

export async function settleCreate(
  http: Http,
  body: JsonObject,
  known: ReadonlySet<string> | undefined,
  readAll: ReadAll,
  write: () => Promise<CustomField>,
): Promise<WrittenField> {
  try {
    return {field: await write()};
  } catch (error) {
    if (!(error instanceof UnknownOutcomeError)) throw error;
    const name = stringOf(body['name']) ?? '';
    const created = await lookOr(
      error,
      look(http, readAll, fields => {
        const fresh = fields.filter(field => field['name'] === name && !known?.has(stringOf(field['id']) ?? ''));
        return fresh.length > 0 ? fresh : undefined;
      }),
    );
    const [field, ...others] = created ?? [];
    if (field === undefined) {
      if (error.wasRedirected) throw error.cause;
      throw new IncompleteError(
        `the outcome of creating ${JSON.stringify(name)} is unknown (${error.cause.message}); it was not found by reading back`,
        {
          ...error.details,
          hint: 'Run the same command again: it looks first.',
          cause: error,
        },
      );
    }
    if (others.length > 0 || known === undefined) {
      const ids = [field, ...others].map(({id}) => JSON.stringify(id)).join(' and ');
      throw new IncompleteError(
        `the outcome of creating ${JSON.stringify(name)} is unknown (${error.cause.message}); of that name there is now ${ids}`,
        {
          ...error.details,
          hint: 'Look at them: nothing was deleted.',
          cause: error,
        },
      );
    }
    return {field, note: `created; ${lost}`};
  }
}

export async function settleUpdate(
  http: Http,
  id: string,
  body: JsonObject,
  readAll: ReadAll,
  write: () => Promise<CustomField>,
): Promise<WrittenField> {
  try {
    return {field: await write()};
  } catch (error) {
    if (!(error instanceof UnknownOutcomeError)) throw error;
    // `hint` and `deleted` are not shown in responses (2.1), so they cannot be confirmed.
    const members = Object.entries(body).filter(([member]) => member !== 'hint' && member !== 'deleted');
    const field = await lookOr(
      error,
      look(http, readAll, fields =>
        fields.find(field => field['id'] === id && members.every(([member, value]) => sameJson(field[member], value))),
      ),
    );
    if (field !== undefined && members.length === Object.keys(body).length) return {field, note: `updated; ${lost}`};
    if (error.wasRedirected) throw error.cause;
    throw error;
  }
}

export async function settleDelete(
  http: Http,
  id: string,
  readAll: ReadAll,
  write: () => Promise<void>,
): Promise<{readonly note?: string | undefined}> {
  try {
    await write();
    return {};
  } catch (error) {
    if (!(error instanceof UnknownOutcomeError)) throw error;
    const isGone = await lookOr(
      error,
      look(http, readAll, fields => (fields.some(field => field['id'] === id) ? undefined : true)),
    );
    if (isGone) return {note: `deleted; ${lost}`};
    if (error.wasRedirected) throw error.cause;
    throw error;
  }
}
