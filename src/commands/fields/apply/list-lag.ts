import type {ApiContext} from '../../../app/api-context.js';
import type {UnlistedWrite} from '../../../plan/find-unlisted.js';

export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/**
 * Returns how much longer a list may lag behind writes that it does not show, in ms. A create with an unknown outcome
 * gets as long as one that is known to have succeeded, because it would be sent again.
 *
 * @param isCertain true for a write that the list must show at last; others are waited for as long as a poll takes
 */
export function longestLag(
  {timing, now}: ApiContext,
  unlisted: readonly UnlistedWrite[],
  isCertain: (unlisted: UnlistedWrite) => boolean,
): number {
  const lags = unlisted.map(each => {
    const lag = Date.parse(each.write.at) + timing.maxLagMs - now().getTime();
    const {action, state} = each.write;
    const isOpenCreate = action === 'create' && state === 'open';
    return isOpenCreate || isCertain(each) ? lag : Math.min(lag, sumOf(timing.pollMs));
  });
  return lags.reduce((longest, lag) => Math.max(longest, lag), 0);
}

/** Yields the poll intervals, then repeats the last one until `totalMs` have passed. */
export function* pollWaits({pollMs}: Pick<ApiContext['timing'], 'pollMs'>, totalMs: number): Generator<number> {
  const last = pollMs.at(-1) ?? totalMs;
  let waited = 0;
  for (let index = 0; waited < totalMs; index += 1) {
    const wait = pollMs[index] ?? last;
    yield wait;
    waited += wait;
  }
}

/**
 * Reads, and reads again while the list may lag behind (row 138). Notes that it waits, and warns if the list still
 * lags.
 *
 * @param lagOf how much longer the list may lag behind a value, in ms; 0 if the value shows all writes
 */
export async function readDespiteLag<Value>(
  {timing, signal, reporter, options}: ApiContext,
  read: () => Promise<Value>,
  lagOf: (value: Value) => number,
): Promise<Value> {
  let value = await read();
  // The list of an embedded sandbox never lags.
  if (options.sandbox !== undefined) return value;
  const longest = Math.min(lagOf(value), timing.maxLagMs);
  if (longest > 0)
    await reporter.note(`the list may not show all recent writes yet; waiting up to ${Math.ceil(longest / 1_000)} s`);
  for (const wait of pollWaits(timing, longest)) {
    await timing.sleep(wait, signal);
    value = await read();
    if (lagOf(value) <= 0) return value;
  }
  if (longest > 0) await reporter.warn('the list may still not show all recent writes');
  return value;
}
