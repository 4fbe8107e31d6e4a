import {IncompleteError, StaleError} from '../../../base/errors.js';
import type {Message} from '../../../base/suggest-command.js';
import {DamagedJournalError} from '../../../plan/journal.js';
import {hasWritten, isNotFound, type Run} from '../../../plan/run.js';
import type {UndoOptions} from './apply-undo.js';

const toRuns: Message = suggest => `Run: ${suggest('fields', 'runs')}`;

/** Thrown when everything that can be undone already is. */
export class PartlyUndoneError extends IncompleteError {}

/** Thrown for a run that was undone before, or by another process while this one waited. */
export class AlreadyUndoneError extends StaleError {
  constructor({run}: Run) {
    super(`run ${run} was already undone`, toRuns);
  }
}

/** @param isPartial true if some of the run is undone, or would be */
export function describeIncomplete(isPartial: boolean, {dryRun}: UndoOptions): string {
  if (dryRun) return isPartial ? 'can be undone only in part' : 'cannot be undone';
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

/**
 * @param gone what is gone all the same
 * @throws StaleError for a run in which each write was refused
 */
export function refuseIdle(run: Run, gone: readonly unknown[] = run.writes.filter(isNotFound)): void {
  if (gone.length === 0 && !hasWritten(run)) throw new StaleError(`run ${run.run} wrote nothing`, toRuns);
}
