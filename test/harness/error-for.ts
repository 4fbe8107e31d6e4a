import {expect} from 'vitest';
import {bizctl} from './run-bizctl.js';
import {answering, type reply} from './tenant.js';

/** The JSON error and exit code of `fields list` for a reply. */
export async function errorFor(body: Parameters<typeof reply>[0], init: Parameters<typeof reply>[1]) {
  const tenant = answering(body, init);
  const {exitCode, stdout, stderr} = await bizctl('fields list --json --retries 0', {tenant});
  expect(stdout).toBe('');
  return {exitCode, ...JSON.parse(stderr).error};
}
