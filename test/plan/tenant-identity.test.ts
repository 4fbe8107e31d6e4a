import {expect, test} from 'vitest';
import {isCustomField} from '../../src/api/schemas.js';
import type {JsonObject} from '../../src/json/json.js';
import {
  describeTenantMismatch,
  isDoubtful,
  isRunOf,
  lockNamesOf,
  pickSeenFields,
} from '../../src/plan/tenant-identity.js';
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

test.each([
  ['a name and a token', 'acme', 'f1', ['tenant acme', 'token f1']],
  ['a name and no token', 'acme', null, ['tenant acme', 'token null']],
  ['a token alone', null, 'f1', ['token f1']],
  ['neither', null, null, ['token null']],
])('a tenant with %s is locked by what it is known by', (_what, tenant, token_fingerprint, names) => {
  const base_url = 'https://api.example.com/rest';
  const found = [base_url, `${base_url}/`].map(each => lockNamesOf({base_url: each, tenant, token_fingerprint}));
  const expected = names.map(name => `${base_url} ${name}`);
  expect(found).toEqual([expected, expected]);
});

test.each([
  ['acme', 'f1', true],
  ['other', 'f1', true],
  ['acme', null, true],
  ['other', null, false],
  [null, null, true],
])('a run of acme is one of %j with the token %j: %j', (tenant, token_fingerprint, expected) => {
  const base_url = 'https://api.example.com/';
  const plan = {base_url, tenant: 'acme', token_fingerprint};
  expect(isRunOf({plan}, {base_url, tenant, token_fingerprint})).toBe(expected);
});

test('fields that are marked as deleted may have another name, and still show which tenant it is', () => {
  const planned = {base_url: 'https://api.example.com/', tenant: null, token_fingerprint: 'f1'};
  const rotated = {...planned, token_fingerprint: 'f2'};
  const seen = [{id: 'cf_a', name: 'a'}];
  const describe = (...current: readonly JsonObject[]) =>
    describeTenantMismatch(planned, rotated, seen, current.filter(isCustomField));
  expect(describe(field('a', {deleted: true}))).toBeUndefined();
  expect(describe(field('b', {id: 'cf_a', deleted: true}))).toBeUndefined();
  expect(describe(field('b', {id: 'cf_a'}))).toBe('the field with id cf_a was named "a"');
  expect(describe(field('b'))).toContain('none of the fields in the plan exist here');
});

test.each([
  ['7', true],
  ['123456', true],
  ['1234567', false],
  ['10000001', false],
  ['1000000000000000007', false],
  ['cf_000000000031', true],
  ['f-100000', true],
  ['cf_a', false],
  ['3f0c1d2e-0000-4000-8000-000000000001', false],
])('that a field has the id %s leaves it doubtful which tenant it is: %s', (id, expected) => {
  const planned = {base_url: 'https://api.example.com/', tenant: null, token_fingerprint: 'f1'};
  const actual = {...planned, token_fingerprint: 'f2'};
  const seen = [{id, name: 'a'}];
  const current = [field('a', {id})];
  expect(isDoubtful(planned, actual, seen, current)).toBe(expected);
  expect(isDoubtful(planned, planned, seen, current)).toBe(false);
  expect(isDoubtful({...planned, tenant: 'acme'}, {...actual, tenant: 'acme'}, seen, current)).toBe(false);
});
