import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

/** What may be passed on between two collections: a few pages of a list. */
const bytesBetween = 1_000_000;
/** Each of so many collections goes through all of the memory, not just what is new. */
const collectionsToFull = 20;

function findCollector(): (type: 'minor' | 'major') => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('typeof gc === "function" ? gc : undefined');
  return type => void (typeof collect === 'function' && Reflect.apply(collect, undefined, [{type}]));
}

/**
 * Keeps a long list from filling the memory. Where the bytes of a page are just passed on, nearly nothing survives it, but V8 would let tens of
 * megabytes of what was read lie around.
 *
 * @returns is told how many bytes were passed on
 */
export function createRelief(): (bytes: number) => void {
  let passed = 0;
  let collections = 0;
  let collect: ReturnType<typeof findCollector> | undefined;
  return bytes => {
    passed += bytes;
    if (passed < bytesBetween) return;
    passed = 0;
    collections += 1;
    collect ??= findCollector();
    collect(collections % collectionsToFull === 0 ? 'major' : 'minor');
  };
}
