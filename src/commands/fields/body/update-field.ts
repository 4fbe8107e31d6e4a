import {requireId} from '../../../api/fields.js';
import type {FieldReference} from '../../../api/find-field.js';
import {merge} from '../../../api/merge.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {GuardError} from '../../../base/errors.js';
import type {JsonObject} from '../../../json/json.js';
import {adviseOnDoubtful, describeCrossed, describeDoubtful} from '../../../plan/choice-warnings.js';
import {type MergedOptions, mergeOptions} from '../../../plan/merge-options.js';
import {findMarkedDeleted} from '../find-marked-deleted.js';
import {requireFields} from '../require-fields.js';
import {executeFieldWrites, type WriteOptions} from '../write/execute-field-writes.js';
import {noteOnMarking, openDefaultNote, type PreparedWrite, toDecision} from '../write/field-write.js';
import {findTargets} from '../write/find-targets.js';
import {showOutcomes} from '../write/outcome-view.js';
import {whileLocked} from '../write/while-locked.js';
import {needsCurrent} from './body-options.js';
import {buildUpdateBody, type UpdateOptions} from './build-body.js';
import {checkFlags} from './check-bodies.js';
import {nameErrors} from './name-errors.js';
import {readBodies} from './read-bodies.js';
import {warnOfValues} from './warn-of-values.js';

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
  await warnOfValues(context, [body], undefined);
  await whileLocked(context, options, () => updateFields(context, chosen, declared, options));
}

/** @param declared the members of the file, for every field; empty without a file */
async function updateFields(
  context: ApiContext,
  chosen: readonly FieldReference[],
  declared: JsonObject,
  options: UpdateFieldOptions,
): Promise<void> {
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
    const {own, merged} = keepUndeclared(declared, current);
    const body = {...own, ...nameErrors(id, () => buildUpdateBody(options, {...current, ...own}))};
    checkFlags(body, 'update', current);
    const note = noteOnMarking(body, id) ?? (merged && noteOnOptions(merged));
    return {
      label: id,
      decision: toDecision(() => {
        if (merged?.unknownDefault !== undefined)
          throw new GuardError(
            `no choice has the id ${JSON.stringify(merged.unknownDefault)}, so it cannot be the default`,
            "Use the id of one of the field's choices.",
          );
        const [doubtful] = merged?.doubtful ?? [];
        if (doubtful) throw new GuardError(describeDoubtful(doubtful), adviseOnDoubtful(doubtful));
        return {action: 'update', id, body, before, note};
      }),
    };
  });
  await executeFieldWrites(context, {
    ...options,
    command: 'update',
    verb: 'updated',
    writes,
    show: pages => showOutcomes(context, pages, chosen.length > 1),
  });
}

function noteOnOptions({isDefaultOpen, crossed}: MergedOptions): string | undefined {
  const notes = [
    ...(isDefaultOpen ? [openDefaultNote] : []),
    ...(crossed.length > 0 ? [describeCrossed(crossed)] : []),
  ];
  return notes.join('; ') || undefined;
}

/**
 * Completes declared options and display options with the field's other members, because the API replaces them as a
 * whole. Choices get the ids of the field's choices.
 */
function keepUndeclared(
  declared: JsonObject,
  current: CustomField,
): {readonly own: JsonObject; readonly merged: MergedOptions | undefined} {
  const {options, display_options: display} = declared;
  const [currentOptions, currentDisplay] = [current['options'], current['display_options']];
  const merged = options && currentOptions ? mergeOptions(options, currentOptions) : undefined;
  return {
    own: {
      ...declared,
      ...(merged ? {options: merged.options} : {}),
      ...(display && currentDisplay ? {display_options: merge(display, currentDisplay, ['display_options'])} : {}),
    },
    merged,
  };
}
