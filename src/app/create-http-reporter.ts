import type {Context} from '../base/context.js';
import {describeDeprecation} from '../http/deprecation.js';
import type {HttpEvent} from '../http/http-settings.js';
import type {Reporter} from '../output/reporter.js';

/** Longer waits are explained to the user. */
const maxSilentWaitMs = 2000;

/**
 * Returns the function that reports the events of a client on stderr: requests with `--verbose`, long waits, and each
 * deprecation once.
 */
export function createHttpReporter(
  reporter: Reporter,
  {io, now}: Pick<Context, 'io' | 'now'>,
): (event: HttpEvent) => Promise<void> {
  /** Operations whose deprecation was reported. */
  const deprecated = new Set<string>();
  /** What was said of waits. */
  const noted = new Set<string>();
  /** The end of the last reported wait, on the clock of `performance`. */
  let waitUntil = 0;

  /**
   * Shows a short wait in the line that is redrawn; if there is none, once those of a request add up, in a note (row 1).
   */
  function showShortWait(text: string, waitedMs: number): Promise<void> {
    if (io.stderr.canRedraw) return reporter.showPending(`${text}…`);
    if (waitedMs < maxSilentWaitMs || noted.has(text)) return Promise.resolve();
    noted.add(text);
    return reporter.showWaiting(text);
  }

  return async event => {
    switch (event.kind) {
      case 'request':
        return reporter.trace(
          `> ${event.method} ${event.url}${event.attempt > 1 ? ` (attempt ${event.attempt})` : ''}`,
        );
      case 'response':
        return reporter.trace(
          `< HTTP ${event.status} in ${Math.round(event.milliseconds)} ms${event.request_id === undefined ? '' : `, request id ${event.request_id}`}`,
        );
      case 'wait': {
        if (event.milliseconds === 0) return reporter.showWaiting(undefined);
        // A success may say that no more requests are allowed for now.
        const isDone = event.status < 400;
        const reason = isDone
          ? 'waiting for the rate limit'
          : event.status === 429
            ? 'rate limited'
            : `HTTP ${event.status}`;
        const next = isDone ? 'continuing' : 'retrying';
        if (event.milliseconds < maxSilentWaitMs) return showShortWait(`${reason}, ${next}`, event.waitedMs);
        // Concurrent requests all get the same notice.
        if (performance.now() + event.milliseconds < waitUntil + maxSilentWaitMs) return undefined;
        waitUntil = performance.now() + event.milliseconds;
        return reporter.showWaiting(`${reason}, ${next} in ${Math.ceil(event.milliseconds / 1000)} s`);
      }
      case 'backOff':
        return showShortWait(`${event.reason}; retrying`, event.waitedMs);
      case 'check':
        // Several writes may fail at once.
        if (event.maxMs === undefined || noted.has('check'))
          return reporter.showPending(`${event.reason}; checking whether the write took effect…`);
        noted.add('check');
        return reporter.showWaiting(
          `checking for up to ${Math.ceil(event.maxMs / 1000)} s whether the write took effect: ${event.reason}`,
        );
      case 'retry':
        // Before the request that follows is traced.
        await reporter.trace(`! ${event.reason}: retrying`);
        await reporter.showWaiting(undefined);
        return reporter.showPending(undefined);
      case 'deprecation': {
        if (deprecated.has(event.operation)) return undefined;
        deprecated.add(event.operation);
        return reporter.warn(describeDeprecation(event.operation, event, now()));
      }
    }
  };
}
