/** What the API asks of one request holds for those that have not left yet as well. */
export interface RateLimitGate {
  /** Nothing more leaves before that. */
  readonly hold: (milliseconds: number) => void;
  /** Resolves when requests may leave; rejects when the signal aborts. */
  readonly wait: (signal: AbortSignal) => Promise<void>;
}

export interface PauseSettings {
  /** Waits that long, in milliseconds. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Called when the first request waits, with how long; and with 0 when it goes on. */
  readonly onWait: (milliseconds: number) => void;
}

export function createRateLimitGate({sleep, onWait}: PauseSettings): RateLimitGate {
  let end = 0;
  let isTold = false;
  return {
    hold: milliseconds => {
      const later = performance.now() + milliseconds;
      if (later <= end) return;
      end = later;
      isTold = false;
    },
    wait: async signal => {
      let isOurs = false;
      // What is asked meanwhile holds as well.
      for (let waited = 0; end > waited && end > performance.now(); ) {
        waited = end;
        const left = end - performance.now();
        if (!isTold) onWait(left);
        isOurs ||= !isTold;
        isTold = true;
        await sleep(left, signal);
      }
      if (isOurs) onWait(0);
    },
  };
}
