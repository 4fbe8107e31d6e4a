import {expect, test} from 'vitest';
import {joinSandboxFile} from '../../src/app/sandbox-address.js';

test.each(['./demo.db', 'demo.db', 'a/b', 'C:\\demo', '/tmp/x', ':memory:', 'state.sqlite3', 'My.DB'])(
  '--sandbox takes the next word %s, which looks like a file',
  word => {
    expect(joinSandboxFile(['--sandbox', word, 'fields'])).toEqual([`--sandbox=${word}`, 'fields']);
  },
);

test.each([
  'fields',
  '',
  '-x.db',
  '--out=a/b',
  '3/4',
  '12.5',
  '1.2.3',
  'a.b',
  'x y.db',
  'demo.db!',
  '.7z',
  'v1.2beta!',
  ':memory',
  'fields.yaml',
  'a/fields.yml',
])('--sandbox leaves the next word %j alone', word => {
  expect(joinSandboxFile(['--sandbox', word])).toEqual(['--sandbox=', word]);
});

test('only the option itself takes a file, and none after --', () => {
  expect(joinSandboxFile(['dates', 'a.db', '--sandbox'])).toEqual(['dates', 'a.db', '--sandbox=']);
  expect(joinSandboxFile(['--sandbox=x.db', 'a.db'])).toEqual(['--sandbox=x.db', 'a.db']);
  expect(joinSandboxFile(['--', '--sandbox', 'a.db'])).toEqual(['--', '--sandbox', 'a.db']);
  expect(joinSandboxFile(['--sandbox', '--', 'a.db'])).toEqual(['--sandbox=', '--', 'a.db']);
});
