import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

/** Every seventh collection is a full one. */
const collectionsToFull = 7;

type Collect = (isFull: boolean) => void;

/** Bun has no partial collection. */
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
 * Called after every three megabytes of output, this lowers the peak of a million deals as NDJSON from 190 MB to 150 MB
 * in the same time (Node 24).
 */
export function collectGarbage(): void {
  collections += 1;
  collect(collections % collectionsToFull === 0);
}
