/** What the API asks of one request holds for those that have not left yet as well. */
export interface Pause {
  /** Nothing more leaves before that. */
  readonly hold: (milliseconds: number) => void;
  /** Resolves when requests may leave; rejects when the signal aborts. */
  readonly wait: (signal: AbortSignal) => Promise<void>;
}

/** @param sleep waits that long, in milliseconds */
export function createPause(sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>): Pause {
  let end = 0;
  return {
    hold: milliseconds => {
      end = Math.max(end, performance.now() + milliseconds);
    },
    wait: async signal => {
      const left = end - performance.now();
      if (left > 0) await sleep(left, signal);
    },
  };
}
