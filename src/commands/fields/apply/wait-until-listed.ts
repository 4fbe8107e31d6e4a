import {readAllFields} from '../../../api/fields.js';
import type {ApiContext} from '../../../app/api-context.js';
import {readDespiteLag} from './list-lag.js';

/**
 * Waits until the list shows the created fields, at most for the longest lag. If a run fails before, the next one would
 * create them again, perhaps on another machine.
 *
 * @param created the ids of the fields
 */
export async function waitUntilListed(context: ApiContext, created: readonly string[]): Promise<void> {
  if (created.length === 0) return;
  await readDespiteLag(
    context,
    () => readAllFields(context.http),
    fields => {
      const listed = new Set(fields.map(({id}) => id));
      return created.every(id => listed.has(id)) ? 0 : context.timing.maxLagMs;
    },
  );
}
