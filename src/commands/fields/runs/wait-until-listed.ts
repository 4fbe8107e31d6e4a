import {readAllFields} from '../../../api/fields.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {readDespiteLag} from './list-lag.js';

/**
 * Waits until the list shows the created fields, at most for the longest lag. The next run, perhaps on another machine,
 * would not see them and create them again.
 *
 * @param created the ids of the fields
 * @returns those that are not listed even then
 */
export async function waitUntilListed(context: ApiContext, created: readonly string[]): Promise<readonly string[]> {
  if (created.length === 0) return [];
  const listMissing = (fields: readonly CustomField[]) => {
    const listed = new Set<string | undefined>(fields.map(({id}) => id));
    return created.filter(id => !listed.has(id));
  };
  const fields = await readDespiteLag(
    context,
    () => readAllFields(context.http),
    found => (listMissing(found).length === 0 ? 0 : context.timing.maxLagMs),
  );
  return listMissing(fields);
}
