import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {checkLaw} from './check-law.js';
import {type Dialect, dialects} from './dialect.js';
import {textOf} from './exact-json.js';
import {fileOf, type Testbed, withTestbed} from './testbed.js';

const type = {discriminator: 'SIMPLE', primitive_type: 'PHONE'};
const apply = ['fields', 'apply', '-f', 'f.json'];
const faithful = {ignored: 'nothing', choiceOrder: 'as sent'} as const;

const renaming: fc.Arbitrary<Dialect> = fc
  .tuple(
    fc.constantFrom<Dialect['names'][]>('trimmed', 'lower case', 'underscores'),
    // Of a reply without an id, only the name tells which field it is.
    fc.constantFrom<Dialect['replies'][]>('field', 'id and name'),
  )
  .chain(([names, replies]) => dialects({...faithful, names, replies, gateway: 'steady'}));

/** Names of which no two are the same to any dialect. */
const namesOfFields = fc.uniqueArray(fc.constantFrom('Phone Number', ' budget', 'Stage/2', 'plain', 'ÄRGER'), {
  minLength: 1,
  maxLength: 3,
});

const namesOf = ({server}: Testbed) =>
  server
    .tenant('a')
    .all()
    .map(({name}) => textOf(name));

const attempts = fc.array(fc.constantFrom('apply', 'create', 'skip'), {minLength: 2, maxLength: 4});

test('a server that changes names gets each field once, however often it is tried (rows 24, 138)', () =>
  checkLaw(fc.tuple(renaming, namesOfFields, attempts), ([dialect, names, commands]) =>
    withTestbed(dialect, [], async testbed => {
      const fields = names.map(name => ({name, type}));
      for (const command of commands) {
        const words = ['fields', 'create', '--file', 'f.json', '--if-exists', command === 'skip' ? 'skip' : 'fail'];
        await testbed.run(command === 'apply' ? apply : words, fileOf(fields));
      }
      expect(namesOf(testbed)).toHaveLength(names.length);
    }),
  ));

test('after a write was refused, what was created before is not created again (rows 22, 31, 138)', () =>
  checkLaw(fc.tuple(dialects(faithful), namesOfFields, fc.nat({max: 2})), ([dialect, names, place]) =>
    withTestbed(dialect, [], async testbed => {
      const refused = names[place % names.length];
      const tenant = {
        fetch: async (request: Request) =>
          request.method === 'POST' && JSON.parse(await request.clone().text()).name === refused
            ? Response.json({message: 'no'}, {status: 422})
            : testbed.server.fetch(request),
      };
      const world = fileOf(names.map(name => ({name, type})));
      for (let attempt = 0; attempt < 3; attempt += 1)
        expect((await testbed.run(apply, {...world, tenant})).exitCode).not.toBe(0);
      expect(namesOf(testbed).toSorted()).toEqual(names.filter(name => name !== refused).toSorted());
      expect((await testbed.run(apply, world)).exitCode).toBe(0);
      expect(namesOf(testbed).toSorted()).toEqual(names.toSorted());
    }),
  ));

test('while the pages of a list move, no field that they may hide is created again (row 61)', () =>
  checkLaw(
    fc.tuple(dialects({...faithful, pages: 'moving', pageSize: 2}), fc.integer({min: 3, max: 7}), attempts),
    ([dialect, count, commands]) => {
      const names = Array.from({length: count}, (_none, index) => `field ${index}`);
      const fields = names.map(name => ({name, type}));
      return withTestbed(dialect, fields, async testbed => {
        for (const command of commands) {
          const words = ['fields', 'create', '--file', 'f.json', '--if-exists', command === 'skip' ? 'skip' : 'fail'];
          await testbed.run(command === 'apply' ? apply : words, fileOf(fields));
        }
        expect(namesOf(testbed).toSorted()).toEqual(names);
      });
    },
  ));
