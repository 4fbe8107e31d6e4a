import type {ApiContext} from '../../../app/api-context.js';

/** Yields the poll intervals, then repeats the last one until `totalMs` have passed. */
export function* pollWaits({pollMs}: ApiContext['timing'], totalMs: number): Generator<number> {
  const last = pollMs.at(-1) ?? totalMs;
  let waited = 0;
  for (let index = 0; waited < totalMs; index += 1) {
    const wait = pollMs[index] ?? last;
    yield wait;
    waited += wait;
  }
}
