import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import type {JsonObject} from '../../src/json/json.js';
import {checkLaw} from './check-law.js';
import {type Dialect, dialects} from './dialect.js';
import {isObject, objectsOf, textOf} from './exact-json.js';
import {describeFields} from './expected-fields.js';
import {expectUndone, findUnrestored} from './find-unrestored.js';
import {lastRun, listRuns} from './list-runs.js';
import {documentedFields, filesWithDefaults, type TenantAndFile} from './tenants-and-files.js';
import {allowReplacing, fileOf, isNamed, type Run, type Testbed, withTestbed} from './testbed.js';

const faithful = {ignored: 'nothing', choiceOrder: 'as sent'} as const;

const runs = fc.tuple(filesWithDefaults(dialects(faithful)), fc.boolean());

/** Applies a file to a tenant, and undoes that. */
function applyAndUndo<Value>(
  [[dialect, {stored, declared, replaced}], isPruning]: [[Dialect, TenantAndFile], boolean],
  check: (undone: Run, before: readonly JsonObject[], testbed: Testbed) => Promise<Value> | Value,
): Promise<Value> {
  return withTestbed(dialect, stored, async testbed => {
    fc.pre(declared.length > 0);
    const before = testbed.server.tenant('a').all();
    const words = [...allowReplacing(replaced), ...(isPruning ? ['--prune'] : [])];
    const applied = await testbed.run(['fields', 'apply', '-f', 'f.json', ...words], fileOf(declared));
    fc.pre(applied.exitCode === 0 && applied.writes.length > 0);
    return check(await testbed.run(['fields', 'undo', await lastRun(testbed)]), before, testbed);
  });
}

test('undo restores what was there before, or names what it could not and ends with 7 (rows 150, 151)', () =>
  checkLaw(runs, values =>
    applyAndUndo(values, (undone, before, {dialect, server}) => {
      // A list that lags may still show the ids that the choices had before a write that was repeated.
      const mayChange = dialect.added === 'new choice ids' && dialect.lag > 0 && dialect.gateway === 'loses replies';
      fc.pre(!mayChange || undone.exitCode !== 10 || undone.writes.length > 0);
      const unrestored = findUnrestored(before, server.tenant('a').all(), dialect);
      const exitCode = expectUndone(unrestored, server.writes, before);
      expect({exitCode: undone.exitCode, unrestored}).toEqual({exitCode, unrestored});
      expect(unrestored.filter(name => !isNamed(name, undone))).toEqual([]);
    }),
  ));

test('undo recreates fields with what the reference names, and without ids that are gone (rows 149, 151)', () =>
  checkLaw(runs, values =>
    applyAndUndo(values, ({writes}) => {
      const created = writes.flatMap(({method, body}) => (method === 'POST' && body ? [body] : []));
      expect(JSON.stringify(created)).not.toMatch(/"(?:x_\w+|updated_at|revision|id)":/);
    }),
  ));

test('a run is undone once (rows 150, 156)', () =>
  checkLaw(runs, values =>
    applyAndUndo(values, async ({exitCode}, _before, testbed) => {
      const [undo] = await listRuns(testbed);
      // An undo that has nothing to send is not a run.
      fc.pre(exitCode === 0 && undo !== undefined && undo.undoes !== '');
      const again = await testbed.run(['fields', 'undo', undo.undoes]);
      expect(again).toMatchObject({exitCode: 10, writes: []});
    }),
  ));

test('undo restores what updates have cleared besides, or names what it could not, also in a second undo (row 150)', () =>
  checkLaw(
    filesWithDefaults(dialects({...faithful, unsent: 'are cleared', gateway: 'steady'})),
    ([dialect, {stored, declared, replaced}]) =>
      withTestbed(dialect, stored, async testbed => {
        // Where a default takes the place of what was cleared, only documented members tell. The update that sets a
        // default choice clears what the create before it has sent.
        fc.pre(declared.length > 0 && replaced.length === 0 && dialect.absent !== 'as defaults');
        const all = () => testbed.server.tenant('a').all();
        const before = all();
        const applied = await testbed.run(['fields', 'apply', '-f', 'f.json'], fileOf(declared));
        fc.pre(applied.writes.length > 0);
        expect([0, 7]).toContain(applied.exitCode);
        const run = await lastRun(testbed);
        const undone = await testbed.run(['fields', 'undo', run]);
        const unrestored = findUnrestored(before, all(), dialect);
        expect({exitCode: undone.exitCode, unrestored}).toEqual({
          exitCode: expectUndone(unrestored, testbed.server.writes, before),
          unrestored,
        });
        expect(unrestored.filter(name => !isNamed(name, undone))).toEqual([]);
        const left = all();
        const again = await testbed.run(['fields', 'undo', run]);
        expect([0, 7, 10]).toContain(again.exitCode);
        expect(findUnrestored(again.exitCode === 0 ? before : left, all(), dialect)).toEqual([]);
      }),
  ));

const edits = fc.constantFrom(
  ['--label', 'Another label'],
  ['--description', 'Another text', '--helper-text', 'Help'],
  ['--null', 'description'],
  ['--required', '--max-size', '7'],
  ['--hidden'],
  ['--option', 'A choice more'],
  ['--display', 'boolean:toggle'],
  ['--option-display', 'checkbox'],
);

test('undo takes back a single update, or names what it could not and ends with 7 (rows 150, 151)', () =>
  checkLaw(fc.tuple(dialects({...faithful, lag: 0}), documentedFields, edits), ([dialect, field, words]) =>
    withTestbed(dialect, [field], async testbed => {
      const before = testbed.server.tenant('a').all();
      const name = `name:${textOf(field['name'])}`;
      const updated = await testbed.run(['fields', 'update', name, ...words, '--journal']);
      fc.pre(updated.exitCode === 0);
      const undone = await testbed.run(['fields', 'undo', await lastRun(testbed)]);
      const unrestored = findUnrestored(before, testbed.server.tenant('a').all(), dialect);
      expect({exitCode: undone.exitCode, unrestored}).toEqual({exitCode: unrestored.length === 0 ? 0 : 7, unrestored});
      expect(unrestored.filter(each => !isNamed(each, undone))).toEqual([]);
    }),
  ));

const ofNewChoiceIds: Partial<Dialect> = {
  ...faithful,
  lag: 0,
  added: 'new choice ids',
  nulls: 'remove',
  objects: 'replace',
};

test('undo takes an added choice away where each write gives all choices new ids (rows 149, 150)', () =>
  checkLaw(fc.tuple(dialects(ofNewChoiceIds), documentedFields), ([dialect, field]) =>
    withTestbed(dialect, [field], async testbed => {
      fc.pre(isObject(field['options']) && objectsOf(field['options']['groups']).length > 0);
      const describe = () => describeFields(testbed.server.tenant('a').all(), dialect);
      const before = describe();
      const name = `name:${textOf(field['name'])}`;
      const updated = await testbed.run(['fields', 'update', name, '--option', 'A choice more', '--journal']);
      expect(updated.exitCode).toBe(0);
      const undone = await testbed.run(['fields', 'undo', await lastRun(testbed)]);
      expect({exitCode: undone.exitCode, fields: describe()}).toEqual({exitCode: 0, fields: before});
    }),
  ));
