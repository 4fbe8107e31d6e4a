import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import type {JsonObject} from '../../src/json/json.js';
import {checkLaw} from './check-law.js';
import {dialects} from './dialect.js';
import {canonical, isObject, objectsOf, parseExact} from './exact-json.js';
import {choiceIds, describeDocumented, describeFields} from './expected-fields.js';
import {tenantsAndFiles} from './tenants-and-files.js';
import {allowReplacing, fileOf, type Testbed, tokenOf, withTestbed} from './testbed.js';

const faithful = {ignored: 'nothing', choiceOrder: 'as sent'} as const;
/** Tenants whose fields are all there before the file is applied. */
const tenants = tenantsAndFiles({place: 'both', type: 'same'});

/** The fields of an exported file in JSON, and its text. */
async function exportFields({run}: Testbed, ...words: readonly string[]) {
  const {exitCode, stdout} = await run(['fields', 'export', '--json', ...words]);
  expect(exitCode).toBe(0);
  const file = parseExact(stdout);
  return objectsOf(isObject(file) ? file['custom_fields'] : []);
}

test('an export leaves nothing to do, as JSON and as YAML, with and without ids (row 148)', () =>
  checkLaw(fc.tuple(dialects(), tenants, fc.subarray(['--json', '--with-ids'])), ([dialect, {stored}, words]) =>
    withTestbed(dialect, stored, async ({run}) => {
      const exported = await run(['fields', 'export', ...words]);
      expect(exported.exitCode).toBe(0);
      const planned = await run(['fields', 'plan', '-f', '-', '--check'], {stdin: exported.stdout});
      expect(planned).toMatchObject({exitCode: 0, writes: []});
      const applied = await run(['fields', 'apply', '-f', '-'], {stdin: exported.stdout});
      expect(applied).toMatchObject({exitCode: 0, writes: [], stdout: expect.stringMatching(/no changes/i)});
    }),
  ));

test('an export says once that it leaves members out (row 148)', () =>
  checkLaw(fc.tuple(dialects(), tenants), ([dialect, {stored}]) =>
    withTestbed(dialect, stored, async ({run, server}) => {
      fc.pre(/"(?:x_\w+|updated_at|revision)":/.test(JSON.stringify(server.tenant('a').all())));
      const {stderr} = await run(['fields', 'export']);
      expect(stderr.split('--all')).toHaveLength(2);
    }),
  ));

test('an export has only what the reference names; --all keeps the rest (row 148)', () =>
  checkLaw(fc.tuple(dialects(), tenants), ([dialect, {stored}]) =>
    withTestbed(dialect, stored, async testbed => {
      const text = canonical(await exportFields(testbed));
      expect(text).not.toContain('"x_');
      expect(text).not.toMatch(/"(?:updated_at|revision)"/);
      const {stdout} = await testbed.run(['fields', 'export', '--json', '--all']);
      expect(describeFields(objectsOf(objectOf(stdout)['custom_fields']), dialect)).toEqual(
        describeFields(testbed.server.tenant('a').all(), dialect),
      );
    }),
  ));

function objectOf(text: string): JsonObject {
  const value = parseExact(text);
  return isObject(value) ? value : {};
}

test('a label changed in an export is the only change (row 148)', () =>
  checkLaw(fc.tuple(dialects(faithful), tenants), ([dialect, {stored}]) =>
    withTestbed(dialect, stored, async testbed => {
      const {run, server} = testbed;
      const before = server.tenant('a').all();
      const [first, ...others] = await exportFields(testbed);
      const world = fileOf([{...first, label: 'Changed label'}, ...others]);
      const applied = await run(['fields', 'apply', '-f', 'f.json'], world);
      expect(applied).toMatchObject({exitCode: 0, writes: [{method: 'PATCH', body: {label: 'Changed label'}}]});
      const expected = before.map(field =>
        field['name'] === first?.['name'] ? {...field, label: 'Changed label'} : field,
      );
      expect(describeFields(server.tenant('a').all(), dialect)).toEqual(describeFields(expected, dialect));
      expect(await run(['fields', 'plan', '-f', 'f.json', '--check'], world)).toMatchObject({exitCode: 0});
    }),
  ));

test('the export of one tenant makes another like it, whatever ids they have (rows 148, 149)', () =>
  checkLaw(fc.tuple(dialects(faithful), tenantsAndFiles()), ([dialect, {stored, declared, replaced}]) =>
    withTestbed(dialect, stored, async testbed => {
      // What one tenant shows as null cannot be taken away from the other.
      fc.pre(dialect.absent !== 'as null' || dialect.nulls !== 'are refused');
      const {run, server} = testbed;
      const other = server.tenant('b');
      for (const field of declared.filter(({type, label}) => type !== undefined && label !== undefined))
        other.seed(field);
      const world = {...fileOf(await exportFields(testbed)), env: tokenOf('b')};
      const names = replaced.filter(name => other.all().some(field => field['name'] === name));
      const foreign = new Set(choiceIds(server.tenant('a').all()));
      const own = new Set(choiceIds(other.all()));
      const applied = await run(['fields', 'apply', '-f', 'f.json', ...allowReplacing(names)], world);
      expect(applied).toMatchObject({exitCode: 0});
      const sent = choiceIds(applied.writes.flatMap(({body}) => (body === undefined ? [] : [body])));
      // Where ids collide, one that the tenant has given by itself may be one of the other's as well.
      expect(sent.filter(id => foreign.has(id) && !own.has(id) && !dialect.idsCollide)).toEqual([]);
      const promoted = other.all().filter(({name}) => stored.some(field => field['name'] === name));
      for (const field of server.tenant('a').all()) {
        const [description = 'null'] = describeDocumented([field], dialect);
        const same = promoted.filter(({name}) => name === field['name']);
        expect(describeDocumented(same, dialect).map(text => JSON.parse(text))).toMatchObject([
          JSON.parse(description),
        ]);
      }
      const again = await run(['fields', 'apply', '-f', 'f.json'], world);
      expect(again).toMatchObject({exitCode: 0, writes: []});
    }),
  ));
