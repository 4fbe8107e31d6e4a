import {mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {lockTenant} from '../../../../src/commands/fields/write/lock-tenant.js';
import {createStage} from '../../../harness/run-bizctl.js';
import {useTempHomes} from '../../../harness/temp-homes.js';

const openHome = useTempHomes();

test('the state of a sandbox has one lock, whatever symlink leads to it (rows 35, 155)', async () => {
  const home = openHome();
  mkdirSync(join(home, 'real'));
  symlinkSync(join(home, 'real'), join(home, 'link'));
  const {context} = createStage({home});
  const lock = (...path: readonly string[]) =>
    lockTenant(context, {base_url: `sandbox ${join(home, ...path)}`, tenant: null, token_fingerprint: null});
  // The file need not exist yet.
  const unlock = await lock('real', 's.db');
  await expect(lock('link', 's.db')).rejects.toThrow('another command that writes to this tenant is running');
  writeFileSync(join(home, 'real', 's.db'), '');
  symlinkSync(join(home, 'real', 's.db'), join(home, 'other.db'));
  await expect(lock('other.db')).rejects.toThrow('another command that writes to this tenant is running');
  (await lock('real', 'another.db'))();
  unlock();
  (await lock('link', 's.db'))();
});

test('the process that holds a lock is named if it could write its id', async () => {
  const home = openHome();
  const {context} = createStage({home});
  const lock = () => lockTenant(context, {base_url: 'https://a.test', tenant: null, token_fingerprint: null});
  const unlock = await lock();
  await expect(lock()).rejects.toThrow(/^another command that writes to this tenant is running \(process 1\)$/);
  for (const path of readdirSync(home, {recursive: true, encoding: 'utf8'}))
    if (path.endsWith('.pid')) rmSync(join(home, path));
  await expect(lock()).rejects.toThrow(/^another command that writes to this tenant is running$/);
  unlock();
});
