import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

/** Each of so many collections goes through all of the memory, not just what is new. */
const collectionsToFull = 20;

function findCollector(): (type: 'minor' | 'major') => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('typeof gc === "function" ? gc : undefined');
  return type => void (typeof collect === 'function' && Reflect.apply(collect, undefined, [{type}]));
}

const collect = findCollector();
let collections = 0;

/**
 * Frees what a part of a long list has left behind. Where the bytes of a page are just passed on, nearly nothing survives it, but V8 would let
 * tens of megabytes of what was read lie around.
 */
export function relieve(): void {
  collections += 1;
  collect(collections % collectionsToFull === 0 ? 'major' : 'minor');
}
