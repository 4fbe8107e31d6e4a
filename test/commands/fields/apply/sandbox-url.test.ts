import {resolve} from 'node:path';
import {expect, test} from 'vitest';
import {sandboxUrl} from '../../../../src/commands/fields/runs/identify-tenant.js';

test.each([
  [true as const, 'sandbox true'],
  ['', 'sandbox true'],
  [':memory:', 'sandbox :memory:'],
  // A file of that name is not the default sandbox.
  ['true', `sandbox ${resolve('true')}`],
])('the sandbox %j is %s in plans and journals', (sandbox, url) => {
  expect(sandboxUrl(sandbox)).toBe(url);
});
