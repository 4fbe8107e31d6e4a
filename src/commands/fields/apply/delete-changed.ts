import {deleteField} from '../../../api/write-fields.js';
import type {ApiContext} from '../../../app/api-context.js';
import {only} from '../../../base/catch-errors.js';
import {CancelledWriteError, HalfDoneError, NotFoundError, RefusedError} from '../../../base/errors.js';
import {listDeletedIds} from '../../../plan/find-unlisted.js';
import {isDeletion} from '../../../plan/losses.js';
import type {Change} from '../../../plan/plan.js';
import {findRecentRuns} from '../runs/find-recent-runs.js';
import {journalStep, type StepResult} from '../runs/journal-step.js';
import type {PreparedApply} from './prepare-apply.js';
import {awaitOther, requireGone} from './require-gone.js';
import type {RunJournal} from './track-replacements.js';

export interface DeletionState extends RunJournal {
  /** The ids of fields that are marked as deleted, to which those of deleted ones are added. */
  readonly deletedIds: Set<string>;
  /** Ids of fields that the resumed run or another recent one has deleted, or may have deleted. */
  readonly deletedBefore: ReadonlySet<string>;
  /** True for an undo. */
  readonly restores: boolean;
}

/**
 * Deletes the field of a deletion, or of a replacement, and records that in the journal.
 *
 * @throws HalfDoneError if a field to be replaced is gone already
 */
export async function deleteChanged({http}: ApiContext, change: Change, state: DeletionState): Promise<StepResult> {
  const {action, name, id = ''} = change;
  const {deletedIds, deletedBefore, replacements, restores} = state;
  if (action === 'replace') replacements.begin(id);
  const explainGone = async (error: NotFoundError) => {
    if (deletedBefore.has(id)) return {note: 'deleted by an earlier run'};
    if (action === 'delete' && !restores) throw error;
    await requireGone(http, id, error);
    if (action === 'delete') return {note: 'it was already deleted'};
    // Someone else may be about to replace it too, and two creates would make two fields.
    await awaitOther(http, id, name);
    deletedIds.add(id);
    throw new HalfDoneError(`${JSON.stringify(name)} no longer exists and was not recreated: ${error.message}`, {
      hint: 'Another command may be replacing this field. Wait for that command to finish, then plan again.',
    });
  };
  try {
    return await journalStep(state, change, 'delete', () =>
      deleteField(http, id, {wasListed: true}).catch(only(NotFoundError, explainGone)),
    );
  } catch (error) {
    if (error instanceof RefusedError || error instanceof CancelledWriteError) replacements.end(id);
    throw error;
  }
}

/** Returns the ids of fields that the resumed run or another recent one has deleted, or may have deleted. */
export async function findDeletedBefore(
  context: ApiContext,
  {planned, run: resumed}: PreparedApply,
): Promise<ReadonlySet<string>> {
  const earlier = planned.plan.changes.some(isDeletion) ? await findRecentRuns(context) : [];
  return new Set([...(resumed ? [resumed] : []), ...earlier].flatMap(listDeletedIds));
}
