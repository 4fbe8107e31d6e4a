import type {Context} from './context.js';

/** Returns a unique id that sorts by time. */
export function createTimedId({now, createNonce}: Pick<Context, 'now' | 'createNonce'>): string {
  const time = now()
    .toISOString()
    .replace(/[-:.Z]/g, '');
  return `${time}-${createNonce()}`;
}
