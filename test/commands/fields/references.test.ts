import {expect, test} from 'vitest';
import {toIdWords} from '../../../src/api/find-field.js';
import {isReferenced, parseFieldReference} from '../../../src/commands/fields/find/parse-reference.js';

const fields = [{id: 'cf_1', name: 'a'}, {id: 'a', name: 'b'}, {id: 'cf_3', name: 'cf_1'}, {name: 'c'}];

test.each<[readonly string[], boolean, readonly string[]]>([
  [['cf_1'], false, ['a']],
  [['cf_1'], true, ['a', 'cf_1']],
  [['name:a'], false, ['a']],
  [['name:a'], true, ['a']],
  [['a'], false, ['b']],
  [['a'], true, ['a', 'b']],
  [['name:c', 'cf_3'], false, ['cf_1', 'c']],
  [['none'], true, []],
])('%j, with bare names: %s, may mean %j', (references, allowsBareNames, names) => {
  const isMeant = isReferenced(references.map(parseFieldReference), allowsBareNames);
  expect(fields.filter(isMeant).map(({name}) => name)).toEqual(names);
});

test.each(['cf_1', 'name:a', '-rf', '--help', 'id:name:a', 'id:a', 'id:-a', 'id:', '/'])(
  'the id %j survives the round trip through an argument (row 166)',
  id => {
    const words = toIdWords(id);
    expect(words.length === 2 ? words[0] : '--').toBe('--');
    expect(words.length === 1 && words[0]?.startsWith('-')).toBe(false);
    expect(parseFieldReference(words.at(-1) ?? '')).toEqual({member: 'id', value: id});
  },
);
