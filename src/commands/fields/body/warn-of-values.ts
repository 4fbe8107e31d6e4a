import type {ApiContext} from '../../../app/api-context.js';
import type {JsonObject} from '../../../json/json.js';
import {describeOddValues} from '../../../plan/describe-values.js';
import {createTenantSearch, findUndocumented, toKey} from '../../../plan/find-undocumented.js';

/**
 * Warns once of each value that the reference documents as an object (2.1), and of each member and misspelled value that
 * it does not have.
 *
 * @param current the fields as they are, in which an API may have members of its own; `undefined` if they were not read
 */
export async function warnOfValues(
  {reporter}: ApiContext,
  bodies: readonly JsonObject[],
  current: readonly JsonObject[] | undefined,
): Promise<void> {
  const isOnTenant = createTenantSearch(current ?? []);
  const undocumented = bodies
    .flatMap(findUndocumented)
    .filter(each => !isOnTenant(each) && (current !== undefined || each.isMisspelled));
  const first = new Map(undocumented.toReversed().map(each => [toKey(each), each.message]));
  const warnings = [...bodies.flatMap(describeOddValues), ...[...first.values()].toReversed()];
  for (const warning of new Set(warnings)) await reporter.warn(warning);
}
