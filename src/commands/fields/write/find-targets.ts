import {
  type FindElsewhere,
  findUniqueFields,
  isReferenced,
  parseFieldReference,
  refuseNamesAsIds,
} from '../../../api/find-field.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {readFieldsToWrite} from '../apply/read-fields-to-write.js';

/** A field to write. */
export interface WriteTarget {
  /** Only its id if it was not read. */
  readonly field: CustomField;
  /** Its state for undo; `undefined` if it is not listed or was not read. */
  readonly before: CustomField | undefined;
}

interface TargetOptions {
  /** Whether the fields are read even if all are given by id. */
  readonly mustRead: boolean;
  /** Whether bare names are accepted; only if a person confirms the write. */
  readonly allowsBareNames?: boolean;
  /** Whether the state before is recorded even without a person. */
  readonly journal?: true | undefined;
  /** Finds fields that the API does not list. */
  readonly findElsewhere?: FindElsewhere | undefined;
}

/**
 * Finds the fields to write, each once. A script that gives ids need not read them first; a person may want to undo the
 * write.
 *
 * @throws NotFoundError with near names, also for a name in place of an id
 */
export async function findTargets(
  context: ApiContext,
  names: readonly string[],
  {mustRead, allowsBareNames = false, journal, findElsewhere}: TargetOptions,
): Promise<readonly WriteTarget[]> {
  const references = names.map(parseFieldReference);
  if (mustRead || references.some(({member}) => member === 'name')) {
    const listed = await readFieldsToWrite(context, isReferenced(references, allowsBareNames));
    const all = new Set(listed);
    const found = await findUniqueFields(listed, references, allowsBareNames, findElsewhere);
    return found.map(field => ({field, before: all.has(field) ? field : undefined}));
  }
  const ids = [...new Set(references.map(({value}) => value))];
  const isRecorded = journal === true || context.prompts !== undefined;
  const listed = isRecorded ? await readFieldsToWrite(context, isReferenced(references)) : [];
  if (isRecorded) await refuseNamesAsIds(ids, listed);
  return ids.map(id => {
    const before = listed.find(field => field.id === id);
    return {field: before ?? {id}, before};
  });
}
