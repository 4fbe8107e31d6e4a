import {BizctlError, InterruptedError, PartlyRefusedError, RefusedError} from '../../../base/errors.js';
import {type Message, toText} from '../../../base/suggest-command.js';
import type {TenantPlan} from '../../../plan/tenant-plan.js';

const correctFiles = 'If the files are the cause, correct them, then apply them again.';

/** Adds the command that continues the run to the hint of an error. */
export function withResume(error: unknown, planned: Pick<TenantPlan, 'meta' | 'undoes'>): unknown {
  if (!(error instanceof BizctlError)) return error;
  const {hint, isFinalHint} = error.details;
  // Resuming would send the same again.
  const isRefused = error instanceof RefusedError || error instanceof PartlyRefusedError;
  if (isRefused && planned.undoes === undefined && typeof hint !== 'function' && !isFinalHint)
    return error.with({hint: hint === undefined ? correctFiles : `${hint} ${correctFiles}`});
  if (error instanceof RefusedError) return error;
  // One command is enough, but resuming also settles what an interrupted write did.
  if (isFinalHint || (typeof hint === 'function' && !(error instanceof InterruptedError))) return error;
  return error.with({
    hint: suggest => {
      const next = toText(adviseToResume(planned), suggest);
      return typeof hint === 'string' ? `${hint} ${next}` : next;
    },
  });
}

export function adviseToResume({meta, undoes}: Pick<TenantPlan, 'meta' | 'undoes'>): Message {
  return suggest =>
    undoes === undefined
      ? `To resume, run: ${suggest('fields', 'apply', '--resume', meta.id)}`
      : `To retry the undo, run: ${suggest('fields', 'undo', undoes)}`;
}
