import {type FieldReference, isReferenced, refuseNamesAsIds} from '../../../api/find-field.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {readFieldsToWrite} from '../apply/read-fields-to-write.js';

/**
 * Reads the fields that are given by id, just to record their state for undo: for a person, who may want to undo the
 * write, and on request. Otherwise nothing is read.
 *
 * @throws NotFoundError for a name in place of an id
 */
export async function readStateBefore(
  context: ApiContext,
  references: readonly FieldReference[],
  {journal}: {readonly journal?: true | undefined},
): Promise<readonly CustomField[]> {
  if (!journal && context.prompts === undefined) return [];
  const listed = await readFieldsToWrite(context, isReferenced(references));
  await refuseNamesAsIds(
    references.map(({value}) => value),
    listed,
  );
  return listed;
}
