import {setImmediate} from 'node:timers/promises';

/**
 * Interrupts long synchronous work, so that signals and the deadline are seen.
 *
 * @throws the reason of the signal once it is aborted
 */
export async function letSignalsIn(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}
