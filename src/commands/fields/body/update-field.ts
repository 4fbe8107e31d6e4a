import {requireId} from '../../../api/fields.js';
import type {FieldReference} from '../../../api/find-field.js';
import {updateMembers} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import type {JsonObject} from '../../../json/json.js';
import {findMarkedDeleted} from '../find/find-marked-deleted.js';
import {findTargets} from '../find/find-targets.js';
import {requireFields} from '../find/require-fields.js';
import {executeFieldWrites, type PreparedWrites, type WriteOptions} from '../write/execute-field-writes.js';
import {noteOnMarking, type PreparedWrite} from '../write/field-write.js';
import {showOutcomes} from '../write/outcome-view.js';
import {needsCurrent} from './body-options.js';
import {buildUpdateBody, type UpdateOptions} from './build-body.js';
import {checkFlags} from './check-bodies.js';
import {completeUpdate} from './complete-update.js';
import {readBodies} from './read-bodies.js';
import {warnOfValues} from './warn-of-values.js';
import {withSubject} from './with-subject.js';

interface UpdateFieldOptions extends UpdateOptions, WriteOptions {
  readonly file?: string | undefined;
}

/** Updates fields from flags, a file or both, all with the same changes. */
export async function updateFromOptions(
  context: ApiContext,
  names: readonly string[],
  options: UpdateFieldOptions,
): Promise<void> {
  const {bodies} = await readBodies(context, 'update', options.file, base => buildUpdateBody(options, base));
  const chosen = await requireFields(context, names, 'update');
  const [{body, declared} = {body: {}, declared: {}}] = bodies;
  await warnOfValues(context, [body], updateMembers, undefined);
  await executeFieldWrites(context, {
    ...options,
    command: 'update',
    verb: 'updated',
    prepare: () => prepareUpdates(context, chosen, declared, options),
    show: pages => showOutcomes(context, pages, chosen.length > 1),
  });
}

/** @param declared the members of the file, for every field; empty without a file */
async function prepareUpdates(
  context: ApiContext,
  chosen: readonly FieldReference[],
  declared: JsonObject,
  options: UpdateFieldOptions,
): Promise<PreparedWrites> {
  const hasParts = ['options', 'display_options'].some(member => declared[member]);
  const isPartial = needsCurrent(options);
  const targets = await findTargets(context, chosen, {
    // Several fields are read so that a mistyped one is refused before any is written.
    mustRead: chosen.length > 1 || isPartial || hasParts,
    journal: options.journal,
    // A field that is marked as deleted is not listed, and can still be updated, but for a part of a member.
    findElsewhere: isPartial || hasParts ? undefined : (...given) => findMarkedDeleted(context, ...given),
  });
  const writes = targets.map(({field: current, before}): PreparedWrite => {
    const id = requireId(current);
    const {body: own, note: noteOnOptions, refusal} = completeUpdate(declared, current);
    const body = {...own, ...withSubject(id, () => buildUpdateBody(options, {...current, ...own}))};
    checkFlags(body, 'update', current);
    const note = noteOnMarking(body, id) ?? noteOnOptions;
    return {label: id, decision: refusal ?? {action: 'update', id, body, before, note}};
  });
  return {writes};
}
