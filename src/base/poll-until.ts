import type {Timing} from './context.js';

type Intervals = Pick<Timing, 'pollMs'>;

/** How long all poll intervals take together, in ms. */
export function pollingTime({pollMs}: Intervals): number {
  return pollMs.reduce((total, each) => total + each, 0);
}

/**
 * Reads at once, then after each poll interval (the last one is repeated), until a value is settled or the time is
 * over.
 *
 * @param isSettled is told how many ms the polls have waited so far
 * @param maxMs by default the time of all intervals
 * @returns the last value that was read
 * @throws the reason of the signal
 */
export async function pollUntil<Value>(
  {timing, signal}: {readonly timing: Intervals & Pick<Timing, 'sleep'>; readonly signal: AbortSignal},
  read: () => Promise<Value>,
  isSettled: (value: Value, waitedMs: number) => boolean | Promise<boolean>,
  maxMs = pollingTime(timing),
): Promise<Value> {
  let waitedMs = 0;
  for (let poll = 0; ; poll += 1) {
    const value = await read();
    if (waitedMs >= maxMs || (await isSettled(value, waitedMs))) return value;
    const wait = timing.pollMs[poll] ?? timing.pollMs.at(-1) ?? maxMs;
    await timing.sleep(wait, signal);
    waitedMs += wait;
  }
}
