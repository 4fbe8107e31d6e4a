import {expect, onTestFinished, test, vi} from 'vitest';
import {createLatest} from '../../../src/commands/dates/live/latest.js';

test('sends only the last of the texts that arrive during a request', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const asked: string[] = [];
  let answer = Promise.withResolvers<void>();
  const latest = createLatest(async text => {
    asked.push(text);
    answer = Promise.withResolvers();
    await answer.promise;
  });
  for (const text of ['a', 'b', 'c']) {
    latest.ask(text);
    await vi.runAllTimersAsync();
  }
  expect(asked).toEqual(['a']);
  answer.resolve();
  await vi.runAllTimersAsync();
  expect(asked).toEqual(['a', 'c']);
  answer.resolve();
  await vi.runAllTimersAsync();
  expect(asked).toEqual(['a', 'c']);
  latest.ask('d');
  latest.stop();
  await vi.runAllTimersAsync();
  expect(asked).toEqual(['a', 'c']);
});
