import {IncompleteError, StaleError} from '../../../base/errors.js';

/** Thrown for a run of which everything was undone that can be. */
export class PartlyUndoneError extends IncompleteError {}

/** Thrown for a run that was undone before, or by another process while this one waited. */
export class AlreadyUndoneError extends StaleError {}

/** @param isPartial true if some of the run is undone, or would be */
export function describeIncomplete(isPartial: boolean, isDryRun: boolean): string {
  if (isDryRun) return isPartial ? 'can be undone only in part' : 'cannot be undone';
  return isPartial ? 'was only partly undone' : 'was not undone';
}
