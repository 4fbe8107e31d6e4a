import {expect} from 'vitest';
import {bizctl} from './run-bizctl.js';
import {createTenant} from './tenant.js';

/** The body that `fields create` sends for these flags. */
export async function bodyOfFlags(flags: string): Promise<unknown> {
  const tenant = createTenant();
  const {exitCode, stderr} = await bizctl(`fields create --if-exists allow ${flags}`, {tenant});
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
  return JSON.parse(tenant.requests[0]?.replace('POST /v2/customFields ', '') ?? '');
}
