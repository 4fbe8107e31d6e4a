import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

/** Each of so many collections goes through all of the memory, not just what is new. */
const collectionsToFull = 20;

type Collect = (isFull: boolean) => void;

/** Bun collects all or nothing. */
function findBunCollector(bun: unknown): Collect | undefined {
  if (typeof bun !== 'object' || bun === null || !('gc' in bun) || typeof bun.gc !== 'function') return undefined;
  const {gc} = bun;
  return isFull => void (isFull && Reflect.apply(gc, bun, [true]));
}

function findV8Collector(): Collect {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('typeof gc === "function" ? gc : undefined');
  return isFull =>
    void (typeof collect === 'function' && Reflect.apply(collect, undefined, [{type: isFull ? 'major' : 'minor'}]));
}

const collect = findBunCollector(Reflect.get(globalThis, 'Bun')) ?? findV8Collector();
let collections = 0;

/**
 * Frees what a part of a long list has left behind. Where the bytes of a page are just passed on, nearly nothing survives it, but the runtime would
 * let tens of megabytes of what was read lie around.
 */
export function collectGarbage(): void {
  collections += 1;
  collect(collections % collectionsToFull === 0);
}
