import type {Context} from '../../../base/context.js';

/** True for an id of `createTimedId` that was created after another one, but at most this much later. */
export function isSoonAfter(id: string, earlier: string, maxMs: number): boolean {
  const passed = timeOf(id) - timeOf(earlier);
  return passed >= 0 && passed <= maxMs;
}

/** @returns milliseconds since 1970; NaN for any other text */
function timeOf(id: string): number {
  return Date.parse(id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})-.*$/s, '$1-$2-$3T$4:$5:$6.$7Z'));
}

/** Returns a unique id that sorts by time. */
export function createTimedId({now, createNonce}: Pick<Context, 'now' | 'createNonce'>): string {
  const time = now()
    .toISOString()
    .replace(/[-:.Z]/g, '');
  return `${time}-${createNonce()}`;
}
