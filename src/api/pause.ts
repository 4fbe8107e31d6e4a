/** What the API asks of one request holds for those that have not left yet as well. */
export interface Pause {
  /**
   * Nothing more leaves before that.
   *
   * @param isTold whether people know of it already
   */
  readonly hold: (milliseconds: number, isTold: boolean) => void;
  /** Resolves when requests may leave; rejects when the signal aborts. */
  readonly wait: (signal: AbortSignal) => Promise<void>;
}

export interface PauseSettings {
  /** Waits that long, in milliseconds. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Called when the first request waits that nobody knows of, with how long; and with 0 when it goes on. */
  readonly onWait: (milliseconds: number) => void;
}

export function createPause({sleep, onWait}: PauseSettings): Pause {
  let end = 0;
  let isKnown = false;
  return {
    hold: (milliseconds, isTold) => {
      end = Math.max(end, performance.now() + milliseconds);
      isKnown = isTold;
    },
    wait: async signal => {
      const left = end - performance.now();
      if (left <= 0) return;
      const isNews = !isKnown;
      isKnown = true;
      if (isNews) onWait(left);
      await sleep(left, signal);
      if (isNews) onWait(0);
    },
  };
}
