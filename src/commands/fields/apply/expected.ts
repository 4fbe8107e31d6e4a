import type {CustomField} from '../../../api/schemas.js';
import type {SentUpdate} from '../../../plan/find-side-effects.js';
import {type Change, mayBeIgnored, type Plan} from '../../../plan/plan.js';

/** What a run has done, so that the list must show it in the end. */
export interface Expected {
  /** Ids of fields that are known to have been created. */
  readonly created?: readonly string[];
  /** Ids of fields that are known to have been deleted. */
  readonly deletedIds?: readonly string[];
  /** Ids of fields that are known to have been updated. */
  readonly updatedIds?: readonly string[];
  /** The replies to the changes, by the id of the field. */
  readonly replies?: ReadonlyMap<string | undefined, CustomField | undefined>;
  /** All updates of the run; by default those of the plan, which for a resumed run is what was left. */
  readonly updates?: readonly SentUpdate[];
  /** Members that updates were sent without, by the id of the field. */
  readonly leftOut?: ReadonlyMap<string | undefined, readonly string[]>;
  /** Decides whether a new plan counts as converged. */
  readonly isDone?: (plan: Plan) => boolean;
}

/**
 * Returns a function that is true for an update that a reply has shown to be made: if the list still needs it, the list
 * lags behind.
 *
 * @param replies to the changes of a run
 * @param plan for a tenant with nothing but these fields
 */
export function createStaleTest(
  replies: readonly CustomField[],
  plan: Pick<Plan, 'changes'>,
): (change: Change) => boolean {
  const unlike = new Set(plan.changes.map(({id}) => id));
  const asDeclared = new Set(replies.map(({id}) => id).filter(id => !unlike.has(id)));
  return change => change.action === 'update' && asDeclared.has(change.id) && !mayBeIgnored(change);
}
