import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {isObject} from '../../src/json/json.js';
import {listMembers, readColumn} from '../../src/output/value.js';
import {bizctl} from '../harness/run-bizctl.js';
import {answering} from '../harness/tenant.js';

const names = fc.constantFrom('a', 'b', 'a.b', 'b.a', '.a', 'a.', '', '.', '0', 'a.b.a');

test('every value of a row is found by the path of its column, whatever dots the names have (row 59)', () => {
  const scalar = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null));
  const row = fc.dictionary(names, fc.oneof(scalar, fc.dictionary(names, scalar)));
  fc.assert(
    fc.property(row, value => {
      const shown = listMembers(value).map(({member, path}) => {
        const content = value[member] ?? null;
        const isExpanded = path !== member && isObject(content);
        return [readColumn(value, path), isExpanded ? content[path.slice(member.length + 1)] : content];
      });
      expect(shown.map(([found]) => found)).toEqual(shown.map(([, expected]) => expected));
    }),
  );
});

test('members whose names begin alike, or with a dot, keep their values in every format', async () => {
  const deal = {id: 1, owner: {name: 'Ann'}, 'owner.address': {city: 'Ulm'}, '.meta': {etag: 'x'}};
  const tenant = answering({deals: [deal]});
  const columns = 'owner.name,owner.address.city,.meta.etag';
  expect(await bizctl('deals list --output csv', {tenant})).toEqual({
    exitCode: 0,
    stdout: `id,${columns}\r\n1,Ann,Ulm,x\r\n`,
    stderr: '',
  });
  expect(await bizctl(`deals list --columns ${columns}`, {tenant})).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^.*\nAnn +Ulm +x\n$/),
    stderr: '',
  });
  expect(await bizctl(`deals list --json --columns ${columns}`, {tenant})).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('"owner.address.city": "Ulm"'),
  });
});
