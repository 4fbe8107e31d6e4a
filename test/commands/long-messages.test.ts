import {stripVTControlCharacters} from 'node:util';
import {expect, test} from 'vitest';
import type {JsonObject} from '../../src/json/json.js';
import {token} from '../harness/fixed.js';
import {useFleet} from '../harness/fleet.js';
import {bizctl} from '../harness/run-bizctl.js';
import {answering, createTenant, field, reply} from '../harness/tenant.js';

/*
 * A message names some of many things, and counts the rest.
 */

const {world} = useFleet();

const listNames = (count: number) => Array.from({length: count}, (_none, index) => `n${index}`);

test('an export names ten fields that keep their ids', async () => {
  const twins = listNames(6).flatMap(name => [field(name), {...field(name), id: `other_${name}`}]);
  const {stderr} = await bizctl('fields export', {tenant: createTenant(twins)});
  expect(stderr.match(/only to this tenant: (.*) \(the name/)?.[1]).toBe(
    `${listNames(5)
      .flatMap(name => [`"${name}"`, `"${name}"`])
      .join(', ')} and 2 more`,
  );
});

test('a plan names five losses, and three choices of one field', async () => {
  const options = (titles: readonly string[]) => ({
    display_type: 'RADIO',
    groups: [{options: titles.map(title => ({id: title, title}))}],
  });
  const tenant = createTenant([
    field('choices', {options: options(['kept', 'a', 'b', 'c', 'd'])}),
    ...listNames(6).map(name => field(name)),
  ]);
  const stdin = JSON.stringify({custom_fields: [{name: 'choices', options: options(['kept'])}]});
  const {stdout} = await bizctl('fields plan -f - --prune', {tenant, stdin});
  expect(stdout.match(/^losses +(.*);/m)?.[1]).toBe(
    '10: choices "a", "b", "c" and 1 more of choices, delete n0, delete n1, delete n2, delete n3, and 2 more',
  );
});

test('a table names twenty columns that do not fit', async () => {
  const deal: JsonObject = Object.fromEntries(listNames(40).map(name => [name, 'a text of some length']));
  const {stderr} = await bizctl('deals list', {tenant: answering({deals: [deal]}), terminal: 80});
  const note = stripVTControlCharacters(stderr).replaceAll(/\s+/g, ' ');
  const [, named = '', more] = /not shown: (.*) and (\d+) more \(/i.exec(note) ?? [];
  expect({named: named.split(', ').length, more: Number(more) > 0}).toEqual({named: 20, more: true});
});

test('a fleet names ten different failures', async () => {
  const names = listNames(12);
  const fetch = async (request: Request) => reply({message: `no ${new URL(request.url).hostname}`}, {status: 403});
  for (const name of names)
    await bizctl(
      `auth login --profile ${name} --base-url https://${name}.example.com`,
      world({stdin: token, tenant: createTenant()}),
    );
  const {stderr} = await bizctl("fields plan -f f.yaml --profiles 'n*'", world({tenant: {fetch}}));
  expect(stderr.match(/no n\d+\.example/g)).toHaveLength(10);
  expect(stderr).toMatch(/; and 2 more$/m);
});

const planOf = async (custom_fields: readonly JsonObject[], fields: readonly JsonObject[] = []) =>
  bizctl('fields plan -f -', {tenant: createTenant(fields), stdin: JSON.stringify({custom_fields})});

test.each([
  [5, []],
  [6, ['no type is declared for 1 more new field']],
])('a plan names five of %d new fields without a type', async (count, rest) => {
  const {stdout} = await planOf(listNames(count).map(name => ({name})));
  expect([...stdout.matchAll(/^warning +(?:stdin:\S+: )?(.*)$/gm)].map(([, warning]) => warning)).toEqual([
    ...listNames(5).map(name => `"${name}" is new and declares no type; the API may refuse to create it`),
    ...rest,
  ]);
});

test.each([
  [3, 3, ''],
  [5, 3, 'and 2 more'],
])('the error of a plan with %d refusals names %d', async (count, named, rest) => {
  const phone = {discriminator: 'SIMPLE', primitive_type: 'PHONE'};
  const names = listNames(count);
  const {exitCode, stderr} = await planOf(
    names.map(name => ({name, type: phone})),
    names.map(name => field(name)),
  );
  const error = /^error: .*$/m.exec(stderr)?.[0] ?? '';
  expect({exitCode, named: error.match(/"n\d"/g)?.length, rest: /and \d+ more/.exec(error)?.[0] ?? ''}).toEqual({
    exitCode: 9,
    named,
    rest,
  });
});

test.each([
  [70, 1],
  [71, 2],
])('a plan shows an object of %d characters in %d lines', async (length, count) => {
  const value = {a: 'x'.repeat(length - '{"a":""}'.length)};
  const {stdout} = await planOf([{name: 'n', default_value: value}]);
  expect(stdout.match(/^ *default_value:.*|^ *a: .*/gm)).toHaveLength(count);
});

test('profiles that an asterisk matches are in order, whenever they were made', async () => {
  for (const name of ['n2', 'n10', 'n1'])
    await bizctl(
      `auth login --profile ${name} --base-url https://${name}.example.com`,
      world({stdin: token, tenant: createTenant()}),
    );
  const line = "fields plan -f f.yaml --profiles 'n2,n*' --output ndjson --columns profile";
  expect((await bizctl(line, world({tenant: createTenant([field('a')])}))).stdout).toBe(
    '{"profile":"n2"}\n{"profile":"n1"}\n{"profile":"n10"}\n',
  );
});

test('a name that many fields have is named with twenty ids', async () => {
  const twins = listNames(30).map(id => field('same', {id}));
  const {exitCode, stderr} = await bizctl('fields update name:same --label L', {tenant: createTenant(twins)});
  const ids = listNames(20).map(id => JSON.stringify(id));
  expect({exitCode, stderr}).toEqual({
    exitCode: 9,
    stderr: `error: "same" matches 30 fields: ${ids.join(' and ')} and 10 more\nhint: Use the id of the one you mean.\n`,
  });
});

test('a plan lists five hundred problems in the files, and counts them all (row 161)', async () => {
  const stdin = JSON.stringify({custom_fields: listNames(600).map(name => ({name, label: 1}))});
  const {exitCode, stderr} = await bizctl('fields plan -f -', {tenant: createTenant(), stdin});
  const errors = stderr.split('\n').filter(line => line.startsWith('error: '));
  expect({exitCode, errors: errors.length, last: errors.at(-1)}).toEqual({
    exitCode: 2,
    errors: 501,
    last: 'error: 600 problems in the fields files (first 500 shown)',
  });
});
