import type {ApiContext} from '../../../app/api-context.js';
import type {JsonObject} from '../../../json/json.js';
import {createTenantSearch, findUndocumented, toKey} from '../../../plan/find-undocumented.js';

/**
 * Warns once of each member and value that the reference does not have.
 *
 * @param known the members that can be sent
 * @param current the fields as they are, in which an API may have members of its own; `undefined` if they were not read
 */
export async function warnOfValues(
  {reporter}: ApiContext,
  bodies: readonly JsonObject[],
  known: readonly string[],
  current: readonly JsonObject[] | undefined,
): Promise<void> {
  const isOnTenant = createTenantSearch(current ?? []);
  const found = bodies
    .flatMap(body => findUndocumented(body, known))
    .filter(each => !isOnTenant(each) && (current !== undefined || each.isLikelyMistake));
  const first = new Map(found.toReversed().map(each => [toKey(each), each.message]));
  for (const warning of [...first.values()].toReversed()) await reporter.warn(warning);
}
