import {setImmediate} from 'node:timers/promises';
import type {Context} from './context.js';
import {InterruptedError} from './errors.js';

/** After a read or write, the event loop reaches the first immediate before it looks for signals again. */
async function passEventLoop(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/**
 * Interrupts long synchronous work, so that signals and the deadline are seen.
 *
 * @throws the reason of the signal once it is aborted
 */
export async function yieldToSignals(signal: AbortSignal): Promise<void> {
  await passEventLoop();
  signal.throwIfAborted();
}

/**
 * Runs synchronous work that may take seconds and has nothing to clean up: a signal ends the process meanwhile. One that
 * came before the work is seen first; the work must come right after that, or the signal would be lost.
 *
 * @throws the reason of the signal once it is aborted
 */
export async function runBlocking<Value>(
  {signal, withDefaultSignals}: Pick<Context, 'signal' | 'withDefaultSignals'>,
  work: () => Value,
): Promise<Value> {
  await yieldToSignals(signal);
  return withDefaultSignals(work);
}

/** How long items are mapped before the signal is checked again. */
const msPerStep = 50;

/**
 * Maps a list that may be long, yielding regularly so that signals are handled.
 *
 * @param itemsPerLook after how many items to look at the clock, which takes longer than mapping a short one
 * @throws the reason of the signal once it is aborted
 */
export async function mapInSteps<Item, Result>(
  items: Iterable<Item>,
  map: (item: Item) => Result | Promise<Result>,
  signal: AbortSignal,
  itemsPerLook = 1,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let begun = performance.now();
  for (const item of items) {
    if (results.length % itemsPerLook === 0 && performance.now() - begun > msPerStep) {
      await yieldToSignals(signal);
      begun = performance.now();
    }
    const result = map(item);
    results.push(result instanceof Promise ? await result : result);
  }
  return results;
}

/**
 * Like `yieldToSignals`, after output: a user who quits the pager has seen enough, and does not end the command (row
 * 139).
 *
 * @throws InterruptedError
 */
export async function yieldToInterruption(signal: AbortSignal): Promise<void> {
  await passEventLoop();
  if (signal.reason instanceof InterruptedError) throw signal.reason;
}
