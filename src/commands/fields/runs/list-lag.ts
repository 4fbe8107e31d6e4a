import type {ApiContext} from '../../../app/api-context.js';
import {pollingTime, pollUntil} from '../../../base/poll-until.js';
import type {UnlistedWrite} from '../../../plan/find-unlisted.js';

/**
 * Returns how much longer a list may lag behind writes that it does not show, in ms. A create or an update of choices
 * with an unknown outcome gets as long as one that is known to have succeeded, because it would be sent again.
 *
 * @param isCertain true for a write that the list must show in the end; for others, the wait is one poll
 */
export function longestLag(
  {timing, now}: ApiContext,
  unlisted: readonly UnlistedWrite[],
  isCertain: (unlisted: UnlistedWrite) => boolean,
): number {
  const lags = unlisted.map(each => {
    const lag = Date.parse(each.write.at) + timing.maxLagMs - now().getTime();
    const {action, state} = each.write;
    const isOpen = state === 'open' && (action === 'create' || each.hasChoices);
    return isOpen || isCertain(each) ? lag : Math.min(lag, pollingTime(timing));
  });
  return lags.reduce((longest, lag) => Math.max(longest, lag), 0);
}

/**
 * Reads, and reads again while the list may lag behind (row 138). Notes that it waits, and warns if the list still
 * lags.
 *
 * @param lagOf how much longer the list may lag behind a value, in ms; 0 if the value shows all writes
 */
export async function readDespiteLag<Value>(
  {timing, now, signal, reporter, options}: ApiContext,
  read: () => Promise<Value>,
  lagOf: (value: Value) => number,
): Promise<Value> {
  // The list of an embedded sandbox never lags.
  if (options.sandbox !== undefined) return read();
  let longest = 0;
  let endsAt = Number.POSITIVE_INFINITY;
  const hasRunOut = () => now().getTime() >= endsAt;
  const isSettled = async (value: Value, waitedMs: number) => {
    const lag = lagOf(value);
    if (lag <= 0) return true;
    if (waitedMs === 0) {
      longest = Math.min(lag, timing.maxLagMs);
      endsAt = now().getTime() + longest;
      await reporter.note(`the list may not show all recent writes yet; waiting up to ${Math.ceil(longest / 1_000)} s`);
    }
    return waitedMs >= longest;
  };
  const value = await pollUntil({timing, signal}, read, isSettled, timing.maxLagMs);
  if (hasRunOut() || lagOf(value) > 0) await reporter.warn('the list may still not show all recent writes');
  return value;
}
