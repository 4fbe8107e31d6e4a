import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import type {JsonObject} from '../../src/json/json.js';
import {checkLaw} from './check-law.js';
import {dialects} from './dialect.js';
import {textOf} from './exact-json.js';
import {lostChoices} from './expected-fields.js';
import {tenantsAndFiles} from './tenants-and-files.js';
import {allowReplacing, fileOf, withTestbed} from './testbed.js';

const words = ['fields', 'apply', '-f', 'f.json', '--yes'];

test('nothing is deleted without --prune, and a replacement is refused without --replace (rows 29, 32)', () =>
  checkLaw(fc.tuple(dialects(), tenantsAndFiles()), ([dialect, {stored, declared, replaced}]) =>
    withTestbed(dialect, stored, async ({run, server}) => {
      const before = server.tenant('a').all();
      const {exitCode, writes} = await run(words.slice(0, -1), fileOf(declared));
      expect(writes.filter(({method}) => method === 'DELETE')).toEqual([]);
      const after = new Set(
        server
          .tenant('a')
          .all()
          .map(({id}) => id),
      );
      expect(before.filter(({id}) => !after.has(id))).toEqual([]);
      expect(replaced.length > 0 ? {exitCode, writes} : {exitCode: 9, writes: []}).toEqual({exitCode: 9, writes: []});
    }),
  ));

test('without a terminal just the expected fields and choices go, or nothing is written (rows 32, 149)', () =>
  checkLaw(
    fc.tuple(dialects({ignored: 'nothing'}), tenantsAndFiles(), fc.constantFrom(0, 1, -1)),
    ([dialect, {stored, declared, replaced}, error]) =>
      withTestbed(dialect, stored, async ({run, server}) => {
        fc.pre(declared.length > 0);
        const before = server.tenant('a').all();
        const undeclared = before.filter(({name}) => declared.every(field => field['name'] !== name));
        const goingFields = before.filter(
          field => undeclared.includes(field) || replaced.some(name => field['name'] === name),
        );
        const choicesGoingFrom = (field: JsonObject) =>
          lostChoices(field, declared.find(({name}) => name === field['name']) ?? {});
        // Whether the choices of a field that is replaced count as well is left open.
        fc.pre(goingFields.every(field => choicesGoingFrom(field).length === 0));
        const goingChoices = before.flatMap(choicesGoingFrom);
        const count = goingFields.length + goingChoices.length;
        fc.pre(count + error >= 0);
        const expectation = [`--expect-deletes=${count + error}`, '--prune', ...allowReplacing(replaced)];
        const world = fileOf(declared);
        const refused = await run([...words, '--prune', ...allowReplacing(replaced)], world);
        expect(count === 0 || (refused.exitCode === 9 && refused.writes.length === 0)).toBe(true);
        fc.pre(refused.exitCode === 9 || error !== 0);
        const {exitCode, writes} = await run([...words, ...expectation], world);
        const deleted = writes.flatMap(({method, id = ''}) => (method === 'DELETE' ? [id] : []));
        const going = new Set(goingFields.map(({id}) => id));
        // Where nothing is left to do, any count will do.
        const isRefused = exitCode === 9 || (error !== 0 && writes.length === 0);
        expect({isRefused, deleted: new Set(deleted)}).toEqual(
          error === 0 ? {isRefused: false, deleted: going} : {isRefused: true, deleted: new Set()},
        );
      }),
  ));

test('a name that the tenant has twice is never chosen between (rows 23, 24)', () =>
  checkLaw(
    fc.tuple(dialects(), tenantsAndFiles({place: 'both', type: 'same', description: 'changed'})),
    ([dialect, {stored, declared}]) =>
      withTestbed(dialect, [...stored, ...stored], async ({run, server}) => {
        const before = server.tenant('a').all();
        const planned = await run(['fields', 'plan', '-f', 'f.json'], fileOf(declared));
        expect(planned.exitCode).toBe(9);
        const applied = await run(words.slice(0, -1), fileOf(declared));
        expect(applied).toMatchObject({exitCode: 9, writes: []});
        for (const {id} of before.filter(({name}) => name === declared[0]?.['name']))
          expect(applied.stderr).toContain(textOf(id));
        expect(server.tenant('a').all()).toEqual(before);
      }),
  ));
