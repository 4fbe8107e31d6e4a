import type {ApiContext} from '../../../app/api-context.js';
import {findError} from '../../../base/catch-errors.js';
import {IncompleteError, NotFoundError, RefusedError} from '../../../base/errors.js';
import {toText} from '../../../base/suggest-command.js';
import {stringOf} from '../../../json/json.js';
import type {Change} from '../../../plan/plan.js';
import type {Run} from '../../../plan/run.js';
import type {TenantPlan} from '../../../plan/tenant-plan.js';
import {type ApplyPlanOptions, applyPlan} from './apply-plan.js';
import {describeRemaining} from './describe-mismatch.js';
import {readBack} from './read-back.js';
import {adviseToRestore} from './to-half-done.js';

export interface UndoOptions extends ApplyPlanOptions {
  readonly dryRun?: true | undefined;
  /** The plan of one tenant of a fleet, which was confirmed with the others. */
  readonly reviewed?: TenantPlan | undefined;
}

/**
 * Applies the plan of an undo. If it fails, a warning names each change that was not undone.
 *
 * @throws IncompleteError if the API refuses a change; what was undone before that stays undone
 */
export async function applyUndo(
  context: ApiContext,
  planned: TenantPlan & {readonly undoes: string},
  {before}: Run,
  options: UndoOptions,
): Promise<void> {
  try {
    await applyPlan(context, {planned, source: options.reviewed ? 'fleet' : 'files'}, options);
  } catch (error) {
    const isFailure =
      error instanceof RefusedError || error instanceof NotFoundError || error instanceof IncompleteError;
    if (!isFailure) throw error;
    const [only, ...others] = planned.plan.changes;
    if (others.length > 0) {
      // If the list cannot be read either, the error of the run is what matters.
      await findError(reportRemaining(context, planned, before));
      if (context.signal.aborted) throw context.signal.reason;
    }
    if (error instanceof IncompleteError) throw error;
    const id = only && findDeletedId(only, before);
    throw new IncompleteError(`run ${planned.undoes} was not undone: ${error.message}`, {
      ...error.details,
      ...(id === undefined ? {} : {hint: adviseToRestore(id)}),
      cause: error,
    });
  }
}

/** The id of the deleted field that a create was to restore. */
function findDeletedId({action, name}: Change, before: Run['before']): string | undefined {
  return action === 'create' ? stringOf(before.find(field => field['name'] === name)?.['id']) : undefined;
}

async function reportRemaining(context: ApiContext, planned: TenantPlan, before: Run['before']): Promise<void> {
  const {plan} = await readBack(context, planned, {});
  for (const change of plan.changes) {
    const id = findDeletedId(change, before);
    const advice = id === undefined ? '' : adviseToRestore(id);
    await context.reporter.warn(suggest =>
      [describeRemaining(change), toText(advice, suggest)].filter(Boolean).join('. '),
    );
  }
}
