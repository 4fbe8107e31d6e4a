import {IncompleteError, StaleError} from '../../../base/errors.js';

/** Thrown for a run of which everything was undone that can be. */
export class PartlyUndoneError extends IncompleteError {}

/** Thrown for a run that was undone before, or by another process while this one waited. */
export class AlreadyUndoneError extends StaleError {}
