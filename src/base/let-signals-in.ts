import {setImmediate} from 'node:timers/promises';
import {InterruptedError} from './errors.js';

/**
 * Interrupts long synchronous work, so that signals and the deadline are seen.
 *
 * @throws the reason of the signal once it is aborted
 */
export async function letSignalsIn(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}

/**
 * Like `letSignalsIn`, after output: a user who quits the pager has seen enough, and does not end the command (row
 * 139).
 *
 * @throws InterruptedError
 */
export async function letInterruptionIn(signal: AbortSignal): Promise<void> {
  await setImmediate();
  if (signal.reason instanceof InterruptedError) throw signal.reason;
}
