import {expect, test} from 'vitest';
import {InterruptedError, UnavailableError, UsageError} from '../../src/base/errors.js';

test('a changed error is of the same class and keeps what was not changed', () => {
  const cause = new Error('socket hang up');
  const error = new UnavailableError('HTTP 503', {status: 503, hint: 'Try later.', cause});
  const changed = error.with({message: 'a: HTTP 503', hint: 'Run it again.'});
  expect(changed).toBeInstanceOf(UnavailableError);
  expect(changed).not.toBe(error);
  const {code, exitCode, message, details} = changed;
  expect({code, exitCode, message, details, cause: changed.cause}).toEqual({
    code: 'unavailable',
    exitCode: 6,
    message: 'a: HTTP 503',
    details: {retryable: true, status: 503, hint: 'Run it again.', cause},
    cause,
  });
  expect([error.message, error.details.hint]).toEqual(['HTTP 503', 'Try later.']);
});

test('a changed error of a subclass keeps its message, class and exit code', () => {
  expect(new UsageError('bad', 'Look.').with({hint: 'Look again.'})).toMatchObject({
    code: 'usage',
    message: 'bad',
    details: {hint: 'Look again.'},
  });
  expect([130, 143, 129].map(code => new InterruptedError(code).message)).toEqual([
    'interrupted',
    'terminated',
    'interrupted',
  ]);
  const terminated = new InterruptedError(143).with({message: 'stopped'});
  expect(terminated).toBeInstanceOf(InterruptedError);
  expect([terminated.exitCode, terminated.message]).toEqual([143, 'stopped']);
});
