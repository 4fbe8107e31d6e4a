import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {checkLaw} from './check-law.js';
import {type Dialect, dialects} from './dialect.js';
import {textOf} from './exact-json.js';
import {describeFields, expectFields} from './expected-fields.js';
import {texts} from './field-arbitraries.js';
import {tenantsAndFiles} from './tenants-and-files.js';
import {fileOf, isNamed, withTestbed} from './testbed.js';

const type = {discriminator: 'SIMPLE', primitive_type: 'PHONE'};
const apply = ['fields', 'apply', '-f', 'f.json'];
const ignoring: fc.Arbitrary<Dialect> = fc
  .constantFrom<Dialect['ignored'][]>('label', 'description', 'helper_text', 'default_value', 'validators', 'subtitle')
  .chain(ignored => dialects({ignored, choiceOrder: 'as sent', gateway: 'steady'}));

test('what the server ignores is named and ends an apply with 7, each time it is tried (rows 25, 31)', () =>
  checkLaw(
    fc.tuple(ignoring, tenantsAndFiles({type: 'same', choices: ['subtitle', 'add']})),
    ([dialect, {stored, declared}]) =>
      withTestbed(dialect, stored, async ({run, server}) => {
        const expected = describeFields(expectFields(declared, server.tenant('a').all()), dialect);
        const attempt = async () => {
          const tried = await run(apply, fileOf(declared));
          const missing = expected.filter(field => !describeFields(server.tenant('a').all(), dialect).includes(field));
          expect(tried.exitCode).toBe(missing.length === 0 ? 0 : 7);
          const names = missing.map(field => textOf(JSON.parse(field).name));
          expect(names.length === 0 || names.some(name => isNamed(name, tried))).toBe(true);
          return tried.writes;
        };
        const first = await attempt();
        expect(first.length).toBeLessThanOrEqual(declared.length);
        const second = await attempt();
        expect(second.filter(({method}) => method === 'POST')).toEqual([]);
        const names = server
          .tenant('a')
          .all()
          .map(({name}) => textOf(name));
        expect(names).toHaveLength(new Set(names).size);
      }),
  ));

test('an order of choices that the server keeps is a note, and no loop (row 154)', () =>
  checkLaw(
    fc.tuple(
      dialects({ignored: 'nothing', choiceOrder: 'by title', gateway: 'steady'}),
      tenantsAndFiles({type: 'same', options: 'changed', choices: ['reorder']}),
    ),
    ([dialect, {stored, declared}]) =>
      withTestbed(dialect, stored, async ({run, server}) => {
        // Without a reply, an order that the server keeps looks like an update that was not carried out.
        if (dialect.replies === 'nothing') return;
        const expected = describeFields(expectFields(declared, server.tenant('a').all()), dialect);
        const {exitCode, stderr, writes} = await run(apply, fileOf(declared));
        expect(exitCode).toBe(0);
        expect(writes.length).toBeLessThanOrEqual(declared.length);
        const isInOrder = expected.every(field => describeFields(server.tenant('a').all(), dialect).includes(field));
        expect(isInOrder ? 'order' : stderr).toContain('order');
      }),
  ));

test('a member that is declared as null is gone after an apply, unless the server refuses it (rows 31, 150)', () =>
  checkLaw(fc.tuple(dialects({ignored: 'nothing', gateway: 'steady'}), texts, texts), ([dialect, label, description]) =>
    withTestbed(dialect, [{name: 'a', type, label, description}], async ({run, server}) => {
      // Some servers keep no empty text.
      fc.pre((server.tenant('a').all()[0]?.['description'] ?? '') !== '');
      const {exitCode, writes} = await run(apply, fileOf([{name: 'a', description: null}]));
      expect(writes).toMatchObject([{method: 'PATCH', body: {description: null}}]);
      // Some servers show what is gone as an empty text.
      const left = server.tenant('a').all()[0]?.['description'] || null;
      const isRefused = dialect.nulls === 'are refused';
      expect({isRefused: exitCode === 5 || exitCode === 7, left}).toEqual({
        isRefused,
        left: isRefused ? description || null : null,
      });
    }),
  ));
