import {type Change, countChanges} from './plan.js';

/** How many fields would be deleted or replaced, and how many choices removed. */
export interface Losses {
  readonly deleted: number;
  readonly replaced: number;
  readonly choices: number;
  /** What `--expect-deletes` must equal. */
  readonly total: number;
}

export function isDeletion({action}: Pick<Change, 'action'>): boolean {
  return action === 'delete' || action === 'replace';
}

export function isLoss(change: Change): boolean {
  return isDeletion(change) || (change.lostChoices ?? []).length > 0;
}

/** Says what a change loses and why, as one remark; empty if it loses nothing. */
export function describeLoss({reason, loss}: Change): readonly string[] {
  if (loss === undefined) return [];
  return [reason === undefined ? loss : `must be replaced: ${reason}; ${loss}`];
}

export function countLosses(changes: readonly Change[]): Losses {
  const {delete: deleted, replace: replaced} = countChanges(changes);
  const choices = changes.reduce((sum, {lostChoices = []}) => sum + lostChoices.length, 0);
  return {deleted, replaced, choices, total: deleted + replaced + choices};
}
