import {expect, test} from 'vitest';
import {InterruptedError} from '../../src/base/errors.js';
import {timing} from '../../src/system/timing.js';

test('waits as long as is promised', () => {
  const {sleep: _sleep, ...waits} = timing;
  expect(waits).toEqual({
    // Rows 1 to 10 bound the total; the first back-off is ours.
    backoffMs: 300,
    // Row 22.
    pollMs: [300, 1000, 3000],
    // Row 182.
    silentMs: 300,
    // Row 37: the request in flight may finish.
    finishMs: 3000,
    // Row 138.
    maxLagMs: 30_000,
  });
});

test('a sleep that is interrupted rejects with the reason (row 37)', async () => {
  const {signal} = new AbortController();
  await expect(timing.sleep(1, signal)).resolves.toBeUndefined();
  const reason = new InterruptedError();
  await expect(timing.sleep(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
  const interruption = new AbortController();
  const sleeping = timing.sleep(60_000, interruption.signal);
  queueMicrotask(() => interruption.abort(reason));
  await expect(sleeping).rejects.toBe(reason);
});
