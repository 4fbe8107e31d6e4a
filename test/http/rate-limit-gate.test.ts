import {expect, test} from 'vitest';
import {createRateLimitGate} from '../../src/http/rate-limit-gate.js';

test('only the first request that waits announces the wait and its end', async () => {
  const {signal} = new AbortController();
  const waits: ('begun' | 'over')[] = [];
  let wakeUp = () => {};
  const gate = createRateLimitGate({
    sleep: () =>
      new Promise(resolve => {
        wakeUp = resolve;
      }),
    onWait: milliseconds => waits.push(milliseconds === 0 ? 'over' : 'begun'),
  });
  await gate.wait(signal);
  expect(waits).toEqual([]);
  gate.delay(1000);
  const first = gate.wait(signal);
  expect(waits).toEqual(['begun']);
  wakeUp();
  await first;
  expect(waits).toEqual(['begun', 'over']);
  const second = gate.wait(signal);
  wakeUp();
  await second;
  expect(waits).toEqual(['begun', 'over']);
});
