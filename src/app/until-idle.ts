import {setTimeout} from 'node:timers/promises';

const idleMs = 5;

/**
 * Resolves once the event loop is idle. Loading Ink blocks for some 60 ms, which would delay the reply if the request
 * were not sent first.
 */
export async function untilIdle(): Promise<void> {
  let started: number;
  do {
    started = performance.now();
    await setTimeout(idleMs, undefined, {ref: false});
  } while (performance.now() - started > 2 * idleMs);
}
