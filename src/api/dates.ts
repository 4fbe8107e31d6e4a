import {UnavailableError} from '../base/errors.js';
import {type HttpClient, requireToken} from '../http/http-client.js';
import {arrayOf, isObject, type JsonObject, objectOf} from '../json/json.js';
import {JsonLimitError} from '../json/limits.js';
import {describeProblem} from './list-envelope.js';

/** One interpretation of a phrase, as the API sent it (2.5). */
export type DateExpressionResult = JsonObject;

const path = 'v2/dateExpressions';
/** More than any phrase means; all are shown at once. */
const maxDates = 20_000;

/** Lets the API interpret a date phrase (4.5). `time_zone` is an IANA name; the returned dates are in UTC. */
export async function parseDates(
  http: HttpClient,
  query: string,
  time_zone: string,
): Promise<readonly DateExpressionResult[]> {
  requireToken(http);
  const json = (await http.send({method: 'GET', path, query: Object.entries({time_zone, query})})).readJson();
  const results = isObject(json) ? arrayOf(json['results']) : undefined;
  const request = {method: 'GET', path: `/${path}`} as const;
  const problem = describeProblem(json);
  if (problem !== undefined)
    throw new UnavailableError(`the reply contains an error: ${problem}`, {...request, hint: 'Try again later.'});
  if (results === undefined || !results.every(isObject)) {
    const flaw = results === undefined ? 'has no list in "results"' : 'has elements in "results" that are not objects';
    throw new UnavailableError(`the reply ${flaw}`, {...request, retryable: false, hint: 'Check the base URL.'});
  }
  const count = results.reduce((sum, result) => sum + 1 + countDates(result), 0);
  if (count > maxDates) throw new JsonLimitError('has too many results and dates', maxDates);
  return results;
}

function countDates({result, recurse_until}: JsonObject): number {
  return [result, recurse_until].reduce(
    (sum: number, chain) => sum + (arrayOf(objectOf(chain)?.['dates'])?.length ?? 0),
    0,
  );
}
