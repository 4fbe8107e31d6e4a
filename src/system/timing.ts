import type {Timing} from '../base/context.js';

export const timing: Timing = {
  backoffMs: 300,
  pollMs: [300, 1000, 3000],
  silentMs: 300,
  finishMs: 3_000,
  maxLagMs: 30_000,
  sleep: async (milliseconds, signal) => {
    const {setTimeout: wait} = await import('node:timers/promises');
    try {
      await wait(milliseconds, undefined, {signal});
    } catch (error) {
      // Node rejects with an AbortError, whatever the reason.
      signal.throwIfAborted();
      throw error;
    }
  },
};
