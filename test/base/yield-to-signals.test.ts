import {expect, test, vi} from 'vitest';
import {InterruptedError} from '../../src/base/errors.js';
import {mapInSteps} from '../../src/base/yield-to-signals.js';

const items = Array.from({length: 5000}, (_none, index) => index);

test('a long list is mapped whole and in order', async () => {
  const {signal} = new AbortController();
  expect(await mapInSteps(items, item => item + 1, signal)).toEqual(items.map(item => item + 1));
});

test('a signal that arrives while a long list is mapped ends the work (row 162)', async () => {
  // Each item takes a millisecond.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1));
  const interruption = new AbortController();
  let mapped = 0;
  const mapping = mapInSteps(
    items,
    () => {
      mapped += 1;
    },
    interruption.signal,
  );
  setImmediate(() => interruption.abort(new InterruptedError()));
  await expect(mapping).rejects.toThrow(InterruptedError);
  expect(mapped).toBeLessThan(items.length / 2);
});
