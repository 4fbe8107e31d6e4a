import {createSandbox, type Sandbox} from '../../src/sandbox/sandbox.js';
import {seedNewStore} from '../../src/sandbox/seed.js';
import {openStore} from '../../src/sandbox/store.js';
import {checkExchanges} from './check-exchange.js';
import {now, token} from './fixed.js';
import type {Tenant} from './tenant.js';

/** A tenant with the seed data. */
export function createSandboxTenant(): Pick<Tenant, 'fetch'> {
  const store = openStore(':memory:');
  seedNewStore(store);
  return {fetch: checkExchanges(createSandbox(store, {token, now: () => now}))};
}

/** What a request to the sandbox carries; a body that is not a string is sent as JSON. */
export interface Asked {
  readonly body?: unknown;
  readonly headers?: {readonly [name: string]: string};
}

/** Sends one request and reads the reply, parsed if it is JSON. */
export async function askSandbox(
  sandbox: Sandbox,
  method: string,
  path: string,
  {body, headers = {authorization: `Bearer ${token}`}}: Asked = {},
) {
  const content = body === undefined ? {} : {body: typeof body === 'string' ? body : JSON.stringify(body)};
  const response = await sandbox(
    new Request(`http://sandbox.localhost${path}`, {
      method,
      headers: {'content-type': 'application/json', ...headers},
      ...content,
    }),
  );
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return {status: response.status, type: response.headers.get('content-type'), body: isJson ? JSON.parse(text) : text};
}
