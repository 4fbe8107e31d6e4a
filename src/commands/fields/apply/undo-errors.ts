import {IncompleteError, StaleError} from '../../../base/errors.js';
import {DamagedJournalError} from '../../../plan/journal.js';

/** Thrown for a run of which everything was undone that can be. */
export class PartlyUndoneError extends IncompleteError {}

/** Thrown for a run that was undone before, or by another process while this one waited. */
export class AlreadyUndoneError extends StaleError {}

/** @param isPartial true if some of the run is undone, or would be */
export function describeIncomplete(isPartial: boolean, isDryRun: boolean): string {
  if (isDryRun) return isPartial ? 'can be undone only in part' : 'cannot be undone';
  return isPartial ? 'was only partly undone' : 'was not undone';
}

/** Planning again, as the error advises, would undo nothing. */
export function refuseDamaged(error: unknown): never {
  if (!(error instanceof DamagedJournalError)) throw error;
  throw error.with({hint: 'What it wrote cannot be undone; restore the fields by hand.'});
}

export function orRefuse<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    return refuseDamaged(error);
  }
}
