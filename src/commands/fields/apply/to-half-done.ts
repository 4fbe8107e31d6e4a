import {toIdWords} from '../../../api/find-field.js';
import {
  BizctlError,
  CancelledWriteError,
  HalfDoneError,
  IncompleteError,
  InterruptedError,
  RefusedError,
} from '../../../base/errors.js';
import {type Message, toText} from '../../../base/suggest-command.js';
import type {Change} from '../../../plan/plan.js';

/** Advice when the API refuses to recreate a field: it may have kept the deleted one. */
export function adviseToRestore(id: string): Message {
  return suggest =>
    `To try to bring the deleted field back instead, run: ${suggest('fields', 'update', ...toIdWords(id), '--no-deleted')}`;
}

/**
 * The error of a create that leaves a field deleted. Unless it was refused, the hint of the run says how to continue.
 */
export function toHalfDone(error: unknown, {name, id = ''}: Change): unknown {
  // Only a create that was never sent is certain not to have been carried out.
  if (error instanceof InterruptedError && !(error instanceof CancelledWriteError)) return error;
  if (!(error instanceof BizctlError)) return error;
  const isUnknown = error instanceof IncompleteError;
  const Incomplete = isUnknown ? IncompleteError : HalfDoneError;
  const outcome = isUnknown ? ', and' : ' but not recreated:';
  return new Incomplete(`${JSON.stringify(name)} was deleted${outcome} ${error.message}`, {
    ...error.details,
    hint:
      error instanceof RefusedError
        ? suggest => `Fix the files, or apply them again later. ${toText(adviseToRestore(id), suggest)}`
        : undefined,
    cause: error,
  });
}
