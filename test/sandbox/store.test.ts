import {
  chmodSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {Worker} from 'node:worker_threads';
import {expect, onTestFinished, test} from 'vitest';
import {updateField} from '../../src/sandbox/fields.js';
import {createId, createSandbox} from '../../src/sandbox/sandbox.js';
import {toStateReply} from '../../src/sandbox/state-error.js';
import {openStore, type Store} from '../../src/sandbox/store.js';
import {timing} from '../../src/system/timing.js';
import {now, token} from '../harness/fixed.js';
import {bizctl} from '../harness/run-bizctl.js';

/** Holds the write lock of a state for this long. */
const holdLock = `
  const {parentPort, workerData: {file, milliseconds}} = require('node:worker_threads');
  const {DatabaseSync} = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(file);
  database.exec('BEGIN IMMEDIATE');
  parentPort.postMessage('locked');
  setTimeout(() => {
    database.exec('COMMIT');
    database.close();
  }, milliseconds);
`;

test('an update reads and replaces in one transaction, because another process may use the state (row 120)', () => {
  const store = openStore(':memory:');
  const steps: string[] = [];
  const observed: Store = {
    ...store,
    find: (kind, id) => {
      steps.push('read');
      return store.find(kind, id);
    },
    replace: (kind, row) => {
      steps.push('replace');
      store.replace(kind, row);
    },
    inTransaction: change => {
      steps.push('begin');
      const result = store.inTransaction(change);
      steps.push('commit');
      return result;
    },
  };
  store.insert('field', {id: 'cf_1', text: '{"id":"cf_1","name":"a","label":"A"}', unshown: '{}', isDeleted: false});
  expect(updateField(observed, 'cf_1', {description: 'D'}, createId)).toBe(
    '{"id":"cf_1","name":"a","label":"A","description":"D"}',
  );
  expect(steps).toEqual(['begin', 'read', 'replace', 'commit']);
  store.close();
});

test('waits while another process writes to the same state', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'bizctl-store-'));
  onTestFinished(() => rmSync(directory, {recursive: true}));
  const file = join(directory, 'state.db');
  const run = (line: string) =>
    bizctl(`${line} --sandbox ${file}`, {
      env: {BIZCTL_BASE_URL: undefined, BIZCTL_TOKEN: undefined},
      sleep: timing.sleep,
    });
  expect((await run('fields get name:fax')).exitCode).toBe(0);
  const other = new Worker(holdLock, {eval: true, workerData: {file, milliseconds: 300}});
  await new Promise(resolve => other.once('message', resolve));
  const startedAt = performance.now();
  expect(await run('fields create --name waited --type decimal --output ndjson --columns name')).toEqual({
    exitCode: 0,
    stdout: '{"name":"waited"}\n',
    stderr: '',
  });
  expect(performance.now() - startedAt).toBeGreaterThan(100);
  await other.terminate();
});

test.each<[string, string, (file: string) => void | Promise<void>]>([
  ['a text', 'is not a sandbox state file', file => writeFileSync(file, 'notes of mine\n'.repeat(100), {mode: 0o644})],
  [
    'the database of another program',
    'belongs to another program',
    file => {
      const database = new DatabaseSync(file);
      database.exec('CREATE TABLE theirs (id INTEGER)');
      database.close();
    },
  ],
  [
    'the database of another program that has the same version',
    'belongs to another program',
    file => {
      const database = new DatabaseSync(file);
      database.exec('CREATE TABLE theirs (id INTEGER); PRAGMA user_version = 1');
      database.close();
    },
  ],
  [
    'a state with a damaged page',
    'is damaged',
    async file => {
      expect((await bizctl(`sandbox reset --yes --sandbox ${file}`)).exitCode).toBe(0);
      const damaged = openSync(file, 'r+');
      writeSync(damaged, Buffer.alloc(4000, 0xa5), 0, 4000, 4096);
      closeSync(damaged);
      chmodSync(file, 0o644);
    },
  ],
])(
  '%s is refused, and neither its content nor its permissions change (rows 121, 168)',
  async (_what, problem, write) => {
    const directory = mkdtempSync(join(tmpdir(), 'bizctl-store-'));
    onTestFinished(() => rmSync(directory, {recursive: true}));
    const file = join(directory, 'state.db');
    await write(file);
    const before = {content: readFileSync(file), mode: statSync(file).mode & 0o777};
    const {exitCode, stderr} = await bizctl(`fields list --sandbox ${file}`, {
      env: {BIZCTL_BASE_URL: undefined, BIZCTL_TOKEN: undefined},
    });
    expect({exitCode, names: stderr.includes(problem)}).toEqual({exitCode: 11, names: true});
    expect({content: readFileSync(file), mode: statSync(file).mode & 0o777}).toEqual({...before, mode: 0o644});
  },
);

test('a state is read while another process writes to it (row 121)', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'bizctl-store-'));
  onTestFinished(() => rmSync(directory, {recursive: true}));
  const file = join(directory, 'state.db');
  const line = `fields list --limit 1 --output ndjson --columns name --sandbox ${file}`;
  const world = {env: {BIZCTL_BASE_URL: undefined, BIZCTL_TOKEN: undefined}};
  const before = await bizctl(line, world);
  const writer = new DatabaseSync(file);
  writer.exec('BEGIN IMMEDIATE');
  expect(await bizctl(line, world)).toEqual(before);
  writer.close();
});

test.each<[string, (file: string) => void]>([
  ['removed', file => rmSync(file)],
  ['replaced', file => renameSync(`${file}.other`, file)],
])('nothing is written to a state that was %s meanwhile (rows 120, 121)', async (_what, change) => {
  const directory = mkdtempSync(join(tmpdir(), 'bizctl-store-'));
  onTestFinished(() => rmSync(directory, {recursive: true}));
  const file = join(directory, 'state.db');
  const store = openStore(file);
  onTestFinished(store.close);
  writeFileSync(`${file}.other`, '');
  const sandbox = createSandbox(store, {token, now: () => now});
  change(file);
  const body = JSON.stringify({name: 'a', type: {discriminator: 'SIMPLE', primitive_type: 'DECIMAL'}});
  const headers = {'content-type': 'application/json'};
  const request = new Request('http://sandbox.localhost/v2/customFields', {method: 'POST', body, headers});
  expect((await sandbox(request).catch(toStateReply)).status).toBe(412);
  expect(store.isEmpty()).toBe(true);
});

test('a sandbox file that is removed during a command is not written to', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'bizctl-store-'));
  onTestFinished(() => rmSync(directory, {recursive: true}));
  const file = join(directory, 'state.db');
  const edited = await bizctl(`fields edit name:fax --sandbox=${file}`, {
    env: {BIZCTL_BASE_URL: undefined, BIZCTL_TOKEN: undefined},
    answer: 'yes',
    editor: text => {
      rmSync(file);
      return text.replace(/label: .*/, 'label: New');
    },
  });
  expect(edited.exitCode).toBe(11);
  expect(edited.stderr).toContain(
    `error: cannot open the sandbox state ${file}: it was removed or replaced while in use\n`,
  );
});
