import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach} from 'vitest';
import {token} from './fixed.js';
import {bizctl, type World} from './run-bizctl.js';
import {createTenant, type Fault, field, type Tenant} from './tenant.js';

const files = {
  'f.yaml':
    'custom_fields: [{name: a, label: New}, {name: b, label: B, type: {discriminator: SIMPLE, primitive_type: PHONE}}]',
};
const env = {BIZCTL_BASE_URL: undefined, BIZCTL_TOKEN: undefined};

/** How many writes a tenant has received. */
export const countWrites = (tenant: Tenant | undefined) =>
  tenant?.requests.filter(each => !each.startsWith('GET')).length;

/** Gives each test in a file its own home directory for profiles and runs, and a fields file `f.yaml`. */
export function useFleet() {
  let home = '';
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'bizctl-fleet-'));
  });
  afterEach(() => rmSync(home, {recursive: true}));
  const inHome = (...parts: readonly string[]) => join(home, ...parts);
  const world = (more: World): World => ({home, files, ...more, env: {...env, ...more.env}});
  /** A tenant per profile, each at its own address. */
  const createFleet = async (faults: {readonly [profile: string]: {readonly [place: string]: Fault}} = {}) => {
    const names = ['cust-1', 'cust-2', 'cust-3', 'other'];
    const tenants = new Map(names.map(name => [name, createTenant([field('a'), field('old')], faults[name])]));
    const fetch = async (request: Request) => {
      const tenant = tenants.get(new URL(request.url).hostname.split('.')[0] ?? '');
      if (!tenant) throw new Error('no such tenant');
      return tenant.fetch(request);
    };
    const run = (line: string | readonly string[], more: World['env'] = {}) =>
      bizctl(line, world({env: more, tenant: {fetch}}));
    for (const name of names)
      await bizctl(
        `auth login --profile ${name} --base-url https://${name}.example.com`,
        world({stdin: token, tenant: {fetch}}),
      );
    return {tenants, run, fetch};
  };
  return {createFleet, inHome, world};
}
