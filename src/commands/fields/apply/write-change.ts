import {requireId} from '../../../api/fields.js';
import type {CustomField} from '../../../api/schemas.js';
import {updateField} from '../../../api/write-fields.js';
import type {ApiContext} from '../../../app/api-context.js';
import type {Written} from '../../../app/execute-write.js';
import {findJournal} from '../../../app/run-directory.js';
import {HalfDoneError, RefusedError} from '../../../base/errors.js';
import {UnresolvedCreateError} from '../../../http/request-error.js';
import {type JsonObject, stringOf} from '../../../json/json.js';
import type {Change} from '../../../plan/plan.js';
import type {TenantPlan} from '../../../plan/tenant-plan.js';
import {journalStep, type StepResult} from '../runs/journal-step.js';
import {type CreateField, createFieldCreator} from '../write/create-field.js';
import type {LossGuard} from '../write/guard-losses.js';
import type {AppliedChange} from './applied-view.js';
import {createApplyProgress} from './apply-progress.js';
import {type DeletionState, deleteChanged} from './delete-changed.js';
import {createReplacementGuard} from './guard-replacements.js';
import {recreateField} from './recreate-field.js';
import {toHalfDone} from './to-half-done.js';

export interface RunState extends DeletionState {
  /** Collects the ids of created fields. */
  readonly created: string[];
  readonly made: Change[];
  /** Collects the ids of fields whose change was made, with the last reply if it shows the field. */
  readonly replies: Map<string | undefined, CustomField | undefined>;
  /** Collects the members that updates were sent without, by the id of the field. */
  readonly leftOut: Map<string, readonly string[]>;
  readonly lossGuard: LossGuard;
  readonly isFailFast: boolean;
}

/** Returns a function that makes one change of a plan and records it in the journal. */
export function createWriter(context: ApiContext, {plan, current, meta, replaced}: TenantPlan, state: RunState) {
  const existingIds = new Set(current.flatMap(({id}) => id ?? []));
  const create = createFieldCreator();
  const replacementGuard = createReplacementGuard(state.isFailFast);
  const progress = createApplyProgress(context, plan.changes.length);
  return async (change: Change): Promise<Written<AppliedChange>> => {
    const {action, name} = change;
    await state.lossGuard.pass();
    await progress.begin(change);
    try {
      const apply = () => applyChange(context, change, {...state, existingIds, create, replaced});
      const isCreating = action === 'create' || action === 'replace';
      const {field, note} = await (isCreating ? replacementGuard[action](name, apply) : apply());
      if (action === 'update' && field) state.lossGuard.watch(change, field);
      const id = field ? requireId(field) : change.id;
      state.replies.set(id, field);
      state.made.push(change);
      await progress.end(change, 'done');
      return {row: {action, name, id, outcome: 'done', run: meta.id}, note};
    } catch (error) {
      await progress.end(change, 'failed');
      if (action === 'replace' && state.deletedIds.has(change.id ?? '')) {
        const {path} = await findJournal(context, meta.id);
        const outcome = error instanceof HalfDoneError ? 'but not' : 'and may not have been';
        await context.reporter.warn(
          `${JSON.stringify(name)} was deleted ${outcome} recreated; ${path} is the only record of the field: keep it until the field exists again`,
        );
      }
      // The run has a better hint: how to resume it.
      throw error instanceof UnresolvedCreateError ? error.with({hint: undefined}) : error;
    }
  };
}

interface ApplyState extends RunState {
  /** Ids of all fields that existed before, and of those that were created. */
  readonly existingIds: Set<string>;
  readonly create: CreateField;
  /** Fields that an earlier run has deleted to replace them. */
  readonly replaced: readonly JsonObject[];
}

async function applyChange(context: ApiContext, change: Change, state: ApplyState): Promise<StepResult> {
  const {http} = context;
  const {action, name, id = '', body = {}, before} = change;
  const {created, deletedIds, existingIds, replacements, restores} = state;
  if (action === 'update') {
    const updated = await journalStep(state, change, action, () => updateField(http, id, body, before, restores));
    if (updated.leftOut) state.leftOut.set(id, updated.leftOut);
    return updated;
  }
  if (action !== 'create') {
    const deletion = await deleteChanged(context, change, state);
    deletedIds.add(id);
    if (action === 'delete') return deletion;
  }
  const old = action === 'replace' ? id : stringOf(state.replaced.find(each => each['name'] === name)?.['id']);
  try {
    const creation = await journalStep(state, change, 'create', () =>
      old === undefined
        ? state.create(http, body, existingIds, deletedIds)
        : recreateField(context, {id: old, name, body}, existingIds, deletedIds),
    );
    created.push(requireId(creation.field));
    existingIds.add(requireId(creation.field));
    replacements.end(id);
    return creation;
  } catch (error) {
    // Where a create completes an earlier replacement, only a refusal proves that the field is still missing.
    const isHalfDone = action === 'replace' || error instanceof RefusedError;
    throw old !== undefined && isHalfDone ? toHalfDone(error, {...change, id: old}) : error;
  }
}
