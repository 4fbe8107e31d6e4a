import type {ErrorDetails} from '../../../base/errors.js';
import type {Change, Refusal} from '../../../plan/plan.js';
import type {TenantPlan} from '../../../plan/tenant-plan.js';

// Resuming the run would not help.
const byHand = 'Fix the remaining differences by hand.';
export const adviceByHand: ErrorDetails = {hint: byHand, isFinalHint: true};
export const adviceOnRenamed: ErrorDetails = {
  hint: 'Declare the name that the API lists, then apply the files again.',
  isFinalHint: true,
};

export const adviceOnCarried: ErrorDetails = {
  hint: 'The warnings name what the API did not keep. Declare these members in the files, then apply them again.',
  isFinalHint: true,
};

/** What to do when the tenant does not match the files, or is not as before after an undo. */
export function adviseOnRemaining(
  {undoes, meta}: TenantPlan,
  remaining: readonly Change[],
  duplicates: readonly Refusal[],
  isRepeated: boolean,
): ErrorDetails {
  const isKept = remaining.every(({differences}) => differences.every(({after}) => (after ?? null) === null));
  const cause =
    undoes !== undefined && isKept
      ? 'The API may keep or add back what the undo removes.'
      : 'The API may have dropped or changed part of what was sent.';
  if (undoes !== undefined) return {...adviceByHand, hint: `${cause} ${byHand}`};
  const isCreating = remaining.length === 0 || remaining.some(({action}) => action === 'create');
  const advice =
    isRepeated && isCreating
      ? `${cause} To create what is missing, apply the same files again.`
      : `${cause} To see what differs, plan the same files again. If the API insists on its own value, put that value in the files.`;
  // All writes were made, so that resuming would write nothing.
  if (duplicates.length === 0) return {hint: advice, isFinalHint: isRepeated || remaining.length > 0};
  return {
    hint: suggest =>
      `Another apply may have run at the same time. To undo this one, run: ${suggest('fields', 'undo', meta.id)}`,
  };
}
