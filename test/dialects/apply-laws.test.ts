import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {checkLaw} from './check-law.js';
import {dialects} from './dialect.js';
import {canonical, isObject, objectsOf, parseExact, textOf} from './exact-json.js';
import {describeDocumented, describeFields, expectFields, placeChoices} from './expected-fields.js';
import {tenantsAndFiles} from './tenants-and-files.js';
import {allowReplacing, fileOf, withTestbed} from './testbed.js';

/** Members of a field that an update can set, and a replacement loses (4.4). */
const updateMembers = [
  'label',
  'description',
  'helper_text',
  'default_value',
  'display_options',
  'options',
  'validators',
];
const faithful = {ignored: 'nothing', choiceOrder: 'as sent'} as const;

test('a plan holds exactly the writes that apply sends (rows 33, 152)', () =>
  checkLaw(fc.tuple(dialects({gateway: 'steady'}), tenantsAndFiles()), ([dialect, {stored, declared, replaced}]) =>
    withTestbed(dialect, stored, async ({run}) => {
      // The default choice of a replaced field has an id only after the field is created.
      fc.pre(dialect.added !== 'nested ids' || replaced.length === 0);
      // A field that comes back without all that was sent, by an unclear reply, stops all replacements.
      fc.pre(dialect.ignored === 'nothing' || dialect.replies === 'field' || replaced.length === 0);
      const world = fileOf(declared);
      const words = ['-f', 'f.json', ...allowReplacing(replaced)];
      const planned = await run(['fields', 'plan', ...words, '--json'], world);
      expect(planned).toMatchObject({exitCode: 0, writes: []});
      const plan = parseExact(planned.stdout);
      const changes = objectsOf(isObject(plan) ? plan['changes'] : []);
      const expected = changes.flatMap(({action, id, body}) => {
        const create = {method: 'POST', body};
        const remove = {method: 'DELETE', id};
        if (action === 'update') return [{method: 'PATCH', id, body}];
        if (action === 'create') return [create];
        return action === 'replace' ? [remove, create] : [remove];
      });
      const {writes} = await run(['fields', 'apply', ...words], world);
      const sent = writes.map(({method, id, body}) =>
        canonical({method, ...(id === undefined ? {} : {id}), ...(body === undefined ? {} : {body})}),
      );
      expect(sent.toSorted()).toEqual(expected.map(write => canonical(write)).toSorted());
    }),
  ));

test('the tenant is as declared after an apply, and everything else in it is as it was (rows 41, 137, 138, 148)', () =>
  checkLaw(fc.tuple(dialects(faithful), tenantsAndFiles({type: 'same'})), ([dialect, {stored, declared}]) =>
    withTestbed(dialect, stored, async ({run, server}) => {
      const expected = expectFields(declared, server.tenant('a').all());
      const world = fileOf(declared);
      const applied = await run(['fields', 'apply', '-f', 'f.json'], world);
      expect({exitCode: applied.exitCode, stderr: applied.stderr}).toMatchObject({exitCode: 0});
      expect(describeFields(server.tenant('a').all(), dialect)).toEqual(describeFields(expected, dialect));
      const kept = dialect.added === 'nested ids' ? placeChoices(expected) : [];
      expect(placeChoices(server.tenant('a').all())).toEqual(expect.arrayContaining([...kept]));
      const planned = await run(['fields', 'plan', '-f', 'f.json', '--check'], world);
      expect(planned).toMatchObject({exitCode: 0, writes: []});
      const again = await run(['fields', 'apply', '-f', 'f.json'], world);
      expect(again).toMatchObject({exitCode: 0, writes: [], stdout: expect.stringMatching(/no changes/i)});
    }),
  ));

test('a replacement keeps the documented members that the file does not declare (row 152)', () =>
  checkLaw(
    fc.tuple(dialects(faithful), tenantsAndFiles({place: 'both', type: 'changed', writeOnly: false})),
    ([dialect, {stored, declared, replaced}]) =>
      withTestbed(dialect, stored, async ({run, server}) => {
        const before = server.tenant('a').all();
        const expected = expectFields(declared, before).map((field, index) => ({
          ...field,
          type: declared[index]?.['type'] ?? null,
        }));
        const words = ['-f', 'f.json', ...allowReplacing(replaced)];
        const applied = await run(['fields', 'apply', ...words], fileOf(declared));
        expect(applied).toMatchObject({exitCode: 0});
        expect(describeDocumented(server.tenant('a').all(), dialect)).toEqual(describeDocumented(expected, dialect));
      }),
  ));

test('the plan of a replacement shows the id that is lost and all that is sent (row 152)', () =>
  checkLaw(
    fc.tuple(dialects(faithful), tenantsAndFiles({place: 'both', type: 'changed'})),
    ([dialect, {stored, declared, replaced}]) =>
      withTestbed(dialect, stored, async ({run, server}) => {
        const words = ['fields', 'plan', '-f', 'f.json', ...allowReplacing(replaced)];
        const {exitCode, stdout} = await run(words, fileOf(declared));
        expect(exitCode).toBe(0);
        for (const {id, ...members} of server.tenant('a').all()) {
          expect(stdout).toContain(textOf(id));
          const documented = updateMembers.filter(member => (members[member] ?? null) !== null);
          for (const member of documented) expect(stdout).toMatch(new RegExp(`^ +${member}:`, 'm'));
        }
      }),
  ));
