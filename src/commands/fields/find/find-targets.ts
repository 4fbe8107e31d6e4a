import {type FieldReference, type FindElsewhere, findUniqueFields} from '../../../api/find-field.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {GuardError} from '../../../base/errors.js';
import {readFieldsToWrite} from '../runs/read-fields-to-write.js';
import {isReferenced} from './parse-reference.js';

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
 * @throws NotFoundError with near names, also for a name in place of an id; GuardError for a field that cannot be recorded
 */
export async function findTargets(
  context: ApiContext,
  references: readonly FieldReference[],
  {mustRead, allowsBareNames = false, journal, findElsewhere}: TargetOptions,
): Promise<readonly WriteTarget[]> {
  const hasNames = references.some(({member}) => member === 'name');
  const isResolved = mustRead || hasNames;
  const isRead = isResolved || journal === true || context.prompts !== undefined;
  const dependsOn = isReferenced(references, allowsBareNames);
  // Several fields may have a name.
  const mustBeComplete = hasNames || allowsBareNames;
  const listed = isRead ? await readFieldsToWrite(context, dependsOn, {mustBeComplete}) : [];
  // An id that is not listed may still exist, unless it was meant as a name.
  const takeId: FindElsewhere = async ({value}) => (listed.some(({name}) => name === value) ? undefined : {id: value});
  const found = await findUniqueFields(listed, references, {
    allowsBareNames,
    findElsewhere: isResolved ? findElsewhere : takeId,
  });
  const all = new Set(listed);
  const unlisted = journal === true ? found.find(field => !all.has(field)) : undefined;
  if (unlisted)
    throw new GuardError(
      `${unlisted.id} is not listed, so --journal cannot record it`,
      'Omit --journal to write it anyway.',
    );
  return found.map(field => ({field, before: all.has(field) ? field : undefined}));
}
