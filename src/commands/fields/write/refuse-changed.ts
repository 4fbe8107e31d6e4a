import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {GuardError} from '../../../base/errors.js';
import {digestField} from '../../../plan/plan-document.js';
import {readFieldsToWrite} from '../apply/read-fields-to-write.js';

/**
 * Reads fields again before they are written.
 *
 * @param since completes the message: `while you edited it`
 * @throws GuardError if a field is no longer what a person has seen
 */
export async function refuseChanged(
  context: ApiContext,
  seen: readonly CustomField[],
  since: string,
  hint: string,
): Promise<void> {
  const ids = new Set(seen.map(({id}) => id));
  const read = await readFieldsToWrite(context, ({id}) => ids.has(id));
  const now = new Map(read.map(field => [field.id, field]));
  const changed = seen.find(field => digestField(field) !== digestField(now.get(field.id) ?? {}));
  if (changed)
    throw new GuardError(`someone else changed ${JSON.stringify(changed.name ?? changed.id)} ${since}`, hint);
}
