import {expect, test} from 'vitest';
import {pollUntil} from '../../src/base/poll-until.js';

async function poll(settledAt: number, maxMs?: number) {
  const steps: string[] = [];
  let reads = 0;
  const sleep = async (milliseconds: number) => {
    steps.push(`sleep ${milliseconds}`);
  };
  const read = async () => {
    reads += 1;
    steps.push('read');
    return reads;
  };
  const clock = {timing: {pollMs: [300, 1000, 3000], sleep}, signal: new AbortController().signal};
  const waits: number[] = [];
  const isSettled = (value: number, waitedMs: number) => {
    waits.push(waitedMs);
    return value === settledAt;
  };
  const value = await pollUntil(clock, read, isSettled, maxMs);
  return {value, steps: steps.join(), waits};
}

test('a value that is settled at once is read once', async () => {
  expect(await poll(1)).toEqual({value: 1, steps: 'read', waits: [0]});
});

test('it is read after each interval in turn, and the last value is returned', async () => {
  expect(await poll(9)).toEqual({
    value: 4,
    steps: 'read,sleep 300,read,sleep 1000,read,sleep 3000,read',
    waits: [0, 300, 1300],
  });
});

test('the last interval is repeated until the time is over', async () => {
  expect(await poll(9, 7_400)).toEqual({
    value: 6,
    steps: 'read,sleep 300,read,sleep 1000,read,sleep 3000,read,sleep 3000,read,sleep 3000,read',
    waits: [0, 300, 1300, 4300, 7300],
  });
});

test('no more is read once a value is settled', async () => {
  expect(await poll(2, 7_400)).toEqual({value: 2, steps: 'read,sleep 300,read', waits: [0, 300]});
});
