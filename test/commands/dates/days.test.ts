import {expect, test} from 'vitest';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant} from '../../harness/tenant.js';

test.each(['2025-01-01', '2025-12-31', '2024-02-29'])('takes %s, a day that exists', async phrase => {
  expect((await bizctl(['dates', 'parse', phrase])).exitCode).toBe(0);
});

test.each([
  ['2025-02-30', '2025-02 has 28 days'],
  ['from 2024-13-01', 'with a month from 01 to 12'],
  ['2024-00-01', 'with a month from 01 to 12'],
  ['2024-01-00', '2024-01 has 31 days'],
  ['2025-04-31 noon', '2025-04 has 30 days'],
])('rejects %j, a day that does not exist (row 111)', async (phrase, message) => {
  const tenant = createTenant();
  const {exitCode, stderr} = await bizctl(['dates', 'parse', phrase], {tenant});
  expect({exitCode, requests: tenant.requests}).toEqual({exitCode: 2, requests: []});
  expect(stderr).toContain(message);
});
