import {findDifferences, isSupersetOf} from '../../../api/differences.js';
import {requireId} from '../../../api/fields.js';
import {toIdWords} from '../../../api/find-field.js';
import {mergeObjects} from '../../../api/merge.js';
import {type CustomField, isMarkedDeleted} from '../../../api/schemas.js';
import {GuardError} from '../../../base/errors.js';
import {type JsonObject, pickMembers, stringOf} from '../../../json/json.js';
import {describeDoubtful, describeForeignIds} from '../../../plan/choice-warnings.js';
import {adoptOptions} from '../../../plan/choices/adopt-options.js';
import {describeUnknownDefault} from '../../../plan/choices/default-choice.js';
import {mergeOptions} from '../../../plan/choices/merge-options.js';
import {describeDeletionSign} from '../../../plan/describe-deletion-signs.js';
import {describeSpelling} from '../../../plan/similar-names.js';
import {showType} from '../show/show-type.js';
import {type FieldWrite, openDefaultNote} from '../write/field-write.js';
import {describeRemovedChoices} from '../write/removed-choices.js';
import type {Body} from './read-bodies.js';

/** What to do when a field with that name already exists. */
export type IfExists = 'fail' | 'skip' | 'update' | 'allow';

/**
 * @param current the fields that have the name, or look alike
 * @throws GuardError if the create must not be sent
 */
export function decide(
  declared: Body,
  current: readonly CustomField[],
  existingIds: ReadonlySet<string>,
  ifExists: IfExists,
): FieldWrite {
  const {body} = declared;
  const [field] = current;
  if (field === undefined) return decideNew(body, existingIds);
  const ids = current.map(requireId).join(' and ');
  if (isMarkedDeleted(field))
    throw new GuardError(
      `a field with that name is marked as deleted on this tenant: ${ids}`,
      suggest =>
        `Pass --if-exists allow, or run: ${suggest('fields', 'update', ...toIdWords(requireId(field)), '--no-deleted')}`,
    );
  if (field['name'] !== body['name'])
    throw new GuardError(
      `a field whose name differs only in ${describeSpelling(stringOf(body['name']) ?? '', field.name ?? '')} already exists: ${ids}`,
      `Use its exact spelling, ${JSON.stringify(field.name)}, or use --if-exists allow.`,
    );
  if (current.length > 1)
    throw new GuardError(
      `${current.length} fields named ${JSON.stringify(field.name)} already exist: ${ids}`,
      'Delete one of them first, or use --if-exists allow.',
    );
  const sign = describeDeletionSign(field);
  if (ifExists === 'fail')
    throw new GuardError(
      `a field named ${JSON.stringify(field.name)} already exists: ${ids}`,
      sign === undefined
        ? 'Use --if-exists skip, update or allow.'
        : `It may have been deleted: ${sign}. If so, use --if-exists allow; otherwise, use skip or update.`,
    ).with({
      reason: 'a field with that name already exists',
    });
  const type = showType(field['type']) || 'none';
  const isOtherType = body['type'] !== undefined && !isSupersetOf(field['type'], body['type'], ['type']);
  if (ifExists === 'skip')
    return {
      action: 'none',
      outcome: 'skipped',
      field,
      warning: isOtherType
        ? `skipped, but the existing field has a different type: ${type}`
        : sign && `skipped, but the existing field may have been deleted: ${sign}`,
    };
  if (isOtherType)
    throw new GuardError(
      `the field ${ids} has a different type, ${type}, and the type of a field cannot change`,
      'Choose another name, or delete the old field first; its values will be lost.',
    );
  return decideUpdate(declared, field);
}

/** Leaves out the ids of choices, which may be those of another tenant (row 149). */
export function decideNew(body: JsonObject, existingIds: ReadonlySet<string> | undefined): FieldWrite {
  const {options} = body;
  if (options === undefined) return {action: 'create', body, existingIds};
  const adopted = adoptOptions(options, undefined);
  const {newTitle, unknownId} = adopted.adoptedDefault;
  const later = newTitle === undefined ? undefined : `${openDefaultNote} with --if-exists update`;
  const note = unknownId === undefined ? later : describeUnknownDefault(unknownId);
  return {action: 'create', body: {...body, options: adopted.options}, existingIds, note};
}

/** Sends only members that differ. What the API added, such as ids and defaults, is not a difference. */
function decideUpdate({declared, readFlags}: Body, field: CustomField): FieldWrite {
  const {options} = declared;
  // The ids of choices may be those of another tenant.
  const merged = options === undefined ? undefined : mergeOptions(options, field['options']);
  const base = {...mergeObjects(declared, field), ...(merged ? {options: merged.options} : {})};
  const members = {...pickMembers(base, declared), ...readFlags(base)};
  const fixed = new Set(['name', 'type', 'example_value']);
  const changes = Object.entries(members).filter(
    ([member, value]) =>
      !fixed.has(member) && findDifferences(field[member], value, {path: [member], isOrdered: true}).length > 0,
  );
  const {newTitle, unknownId} = merged?.adoptedDefault ?? {};
  const unknown = unknownId === undefined ? undefined : describeUnknownDefault(unknownId);
  const sign = describeDeletionSign(field);
  const notes = [
    sign && `the existing field may have been deleted: ${sign}`,
    newTitle === undefined ? unknown : openDefaultNote,
    ...(merged ? describeForeignIds(merged) : []),
  ];
  const note = notes.filter(each => each !== undefined).join('; ') || undefined;
  if (changes.length === 0) return {action: 'none', outcome: 'unchanged', field, warning: note};
  const body = Object.fromEntries(changes);
  const id = requireId(field);
  const losses = describeRemovedChoices(body, field, 'would remove');
  const [doubtful] = merged?.doubtful ?? [];
  const reason = doubtful === undefined ? '' : `; ${describeDoubtful(doubtful)}`;
  if (losses !== undefined)
    throw new GuardError(`updating ${id} ${losses}${reason}`, suggest =>
      options === null
        ? `To remove all choices, run: ${suggest('fields', 'update', ...toIdWords(id), '--null', 'options')}`
        : `To keep every choice, add the missing ones to the input. To remove choices, delete name and type from the input, then run: ${suggest('fields', 'update', ...toIdWords(id), '--file', 'FILE')}`,
    );
  return {action: 'update', id, body, before: field, note};
}
