import {createSandbox} from '../../src/sandbox/sandbox.js';
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
