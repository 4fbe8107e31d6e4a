import {expect, test} from 'vitest';
import {bizctl} from '../../harness/run-bizctl.js';
import {answering} from '../../harness/tenant.js';

test('--first prints dates alone, so it takes no columns', async () => {
  expect(await bizctl('dates parse today --first --columns query')).toMatchObject({
    exitCode: 2,
    stderr: 'error: --first cannot be combined with --columns\nhint: Use only one of them.\n',
  });
});

test('a last line that ends in CR alone is a phrase without it', async () => {
  const tenant = answering({results: []});
  await bizctl('dates parse', {tenant, stdin: 'today\r\ntomorrow\r'});
  expect(tenant.requests).toEqual([
    'GET /v2/dateExpressions?time_zone=UTC&query=today',
    'GET /v2/dateExpressions?time_zone=UTC&query=tomorrow',
  ]);
});
