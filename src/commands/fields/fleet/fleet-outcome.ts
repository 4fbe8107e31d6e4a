import {type BizctlError, InterruptedError} from '../../../base/errors.js';
import type {FleetRow} from './fleet-view.js';

/** How the apply or undo of one tenant ended. */
export interface FleetOutcome {
  readonly row: FleetRow;
  readonly error?: BizctlError;
  /** True if a write was carried out, or may have been. */
  readonly hasWritten?: boolean;
}

export function listProfiles(outcomes: readonly FleetOutcome[], wanted: FleetRow['outcome']): readonly string[] {
  return outcomes.flatMap(({row: {profile, outcome}}) => (outcome === wanted ? [profile] : []));
}

/** `; not tried: cust-2`, or nothing. */
export function describeNotTried(outcomes: readonly FleetOutcome[]): string {
  const notTried = listProfiles(outcomes, 'not tried');
  return notTried.length > 0 ? `; not tried: ${notTried.join(', ')}` : '';
}

/** @throws the reason of the signal once it is aborted; an InterruptedError names the tenants that were not tried */
export function throwIfAborted(signal: AbortSignal, outcomes: readonly FleetOutcome[], hint: string): void {
  const reason: unknown = signal.reason;
  if (reason instanceof InterruptedError)
    throw reason.with({message: `${reason.message}${describeNotTried(outcomes)}`, hint});
  signal.throwIfAborted();
}

/**
 * How to continue after a failure or an interruption.
 *
 * @param counted the command or option that shows how many fields are left to delete
 */
export function adviseToRepeat(expectDeletes: number | undefined, counted: string): string {
  const count =
    expectDeletes === undefined ? '' : `, with --expect-deletes set to the number that ${counted} now shows`;
  return `run the same command again${count}.`;
}
