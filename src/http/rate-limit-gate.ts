export type RateLimitGate = ReturnType<typeof createRateLimitGate>;

interface GateSettings {
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Called with the length of the wait when the first request starts to wait, and with 0 when it resumes. */
  readonly onWait: (milliseconds: number) => void;
}

/** Creates a gate that delays every request while the API asks any of them to wait. */
export function createRateLimitGate({sleep, onWait}: GateSettings) {
  // On the monotonic clock, because the wall clock may be set during the wait.
  let openAt = 0;
  let isWaitAnnounced = false;
  return {
    /** Delays all requests by this long from now. */
    delay: (milliseconds: number) => {
      const later = performance.now() + milliseconds;
      if (later <= openAt) return;
      openAt = later;
      isWaitAnnounced = false;
    },
    /** Resolves when requests may be sent; rejects when the signal aborts. */
    wait: async (signal: AbortSignal) => {
      let isAnnouncer = false;
      // The deadline may have moved while this slept.
      for (let waitedFor = 0; openAt > waitedFor && openAt > performance.now(); ) {
        waitedFor = openAt;
        const left = openAt - performance.now();
        if (!isWaitAnnounced) onWait(left);
        isAnnouncer ||= !isWaitAnnounced;
        isWaitAnnounced = true;
        await sleep(left, signal);
      }
      if (isAnnouncer) onWait(0);
    },
  };
}
