import {expect, test} from 'vitest';
import {pickSeenFields} from '../../src/plan/tenant-identity.js';
import {field} from '../harness/tenant.js';

test('recognizes a tenant by fields with id and name, those of the plan first', () => {
  const {id: _id, ...unidentified} = field('u');
  const fields = [field('a'), field('b'), field('', {id: 'cf_nameless'}), unidentified, field('c')];
  expect(pickSeenFields(fields, new Set(['cf_c']))).toEqual([
    {id: 'cf_c', name: 'c'},
    {id: 'cf_a', name: 'a'},
    {id: 'cf_b', name: 'b'},
  ]);
});
