import * as fc from 'fast-check';

/** How many cases of each law are tried, and the seed that they are drawn from; a fresh one where none is given. */
const runs = Number(process.env['LAWS_RUNS'] ?? 16);
const seed = Number(process.env['LAWS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
console.log(`laws: repeat this with npm run laws -- --runs ${runs} --seed ${seed}`);

/** Less than the time that vitest allows a test, so that a counterexample is shown even when it could be smaller. */
const searchMs = process.env['LAWS_RUNS'] === undefined ? 12_000 : 600_000;

/** Checks that the law holds for values drawn from the arbitrary; an AssertionError in it breaks the law. */
export async function checkLaw<Value>(
  values: fc.Arbitrary<Value>,
  law: (value: Value) => Promise<void>,
): Promise<void> {
  await fc.assert(fc.asyncProperty(values, law), {numRuns: runs, seed, interruptAfterTimeLimit: searchMs});
}
