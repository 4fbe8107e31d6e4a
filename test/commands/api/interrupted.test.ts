import {expect, test} from 'vitest';
import {InterruptedError} from '../../../src/base/errors.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant, reply} from '../../harness/tenant.js';

test.each([
  [201, '{"id":"cf_1"}', 'the request succeeded: HTTP 201 (POST /v2/customFields)'],
  [422, '{"message":"is ugly"}', 'HTTP 422: is ugly (POST /v2/customFields)'],
])(
  'a write that ends with HTTP %i after Ctrl-C is printed, and the last line says so (row 37)',
  async (status, body, end) => {
    const interruption = new AbortController();
    const tenant = createTenant([], {
      'POST /v2/customFields': () => {
        interruption.abort(new InterruptedError());
        return reply(body, {status});
      },
    });
    expect(await bizctl('api POST v2/customFields -f name=a', {tenant, signal: interruption.signal})).toEqual({
      exitCode: 130,
      stdout: `${body}\n`,
      stderr: `error: interrupted; ${end}\n`,
    });
  },
);

test('names the write that an interruption found in flight (row 37)', async () => {
  const interruption = new AbortController();
  const tenant = createTenant([], {
    'POST /v2/customFields': () => {
      interruption.abort(new InterruptedError());
      throw new DOMException('aborted', 'AbortError');
    },
  });
  expect(await bizctl('api POST v2/customFields -f name=a', {tenant, signal: interruption.signal})).toEqual({
    exitCode: 130,
    stdout: '',
    stderr: 'error: interrupted; the write in progress may have succeeded: POST /v2/customFields\n',
  });
});
