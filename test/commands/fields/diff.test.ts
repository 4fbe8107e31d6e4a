import {expect, test} from 'vitest';
import * as z from 'zod';
import type {JsonObject} from '../../../src/json/json.js';
import {useFieldsAsCode, writesOf} from '../../harness/fields-as-code.js';
import {token} from '../../harness/fixed.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant, decimal, field, reply} from '../../harness/tenant.js';
import {allowViolations} from '../../harness/violations.js';

const {inHome, run} = useFieldsAsCode();

test('compares two tenants by name', async () => {
  const env = {BIZCTL_BASE_URL: undefined, BIZCTL_TOKEN: undefined};
  const one = createTenant([field('a'), field('b')]);
  const two = createTenant([{...field('a', {label: 'other'}), id: 'x1'}, field('c')]);
  const fetch = (request: Request) => (request.url.startsWith('https://one.') ? one : two).fetch(request);
  for (const name of ['one', 'two'])
    await bizctl(`auth login --profile ${name} --base-url https://${name}.example.com`, {
      home: inHome(),
      env,
      stdin: token,
      tenant: {fetch},
    });
  const {exitCode, stdout} = await bizctl('fields diff one two --check --quiet', {
    home: inHome(),
    env,
    tenant: {fetch},
  });
  expect({exitCode, stdout}).toEqual({
    exitCode: 8,
    stdout: [
      '+ missing  b  declared in profile one',
      '           type: decimal',
      '           label: "Label of b"',
      '~ differs  a  declared in profile one',
      '           ~ label: "other" -> "Label of a"',
      '- extra    c',
      '           id: cf_c',
      '           type: decimal',
      '           label: "Label of c"',
      'tenant     https://two.example.com/ (two)',
      'diff       1 missing, 1 extra, 1 different; 0 identical',
      '',
    ].join('\n'),
  });
  expect([...writesOf(one), ...writesOf(two)]).toEqual([]);
  expect(await bizctl('fields diff one two --profile one', {home: inHome(), env, tenant: {fetch}})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: --profile cannot be combined with the profile argument\nhint: Use only one of them.\n',
  });
});

/** Two profiles, `one` and `two`, on tenants with these fields. */
async function openPair(one: readonly JsonObject[], two: readonly JsonObject[]) {
  const env = {BIZCTL_BASE_URL: undefined, BIZCTL_TOKEN: undefined};
  const tenants = {one: createTenant(one), two: createTenant(two)};
  let refused = '';
  const fetch = async (request: Request) => {
    const name = request.url.startsWith('https://one.') ? 'one' : 'two';
    return refused === name ? reply({message: 'expired'}, {status: 401}) : tenants[name].fetch(request);
  };
  const diff = (line: string, stdin = '') => bizctl(line, {home: inHome(), env, tenant: {fetch}, stdin});
  for (const name of ['one', 'two'])
    await diff(`auth login --profile ${name} --base-url https://${name}.example.com`, token);
  return {
    diff,
    refuse: (name: string) => {
      refused = name;
    },
  };
}

test.each(['one', 'two'])(
  'where the token of %s is refused, it says to log in to that profile (row 67)',
  async name => {
    const {diff, refuse} = await openPair([field('a')], [field('a')]);
    refuse(name);
    const {exitCode, stderr} = await diff('fields diff one two');
    expect({exitCode, login: /bizctl auth login.*$/m.exec(stderr)?.[0]}).toEqual({
      exitCode: 3,
      login: `bizctl auth login --profile ${name}`,
    });
  },
);

test('ids of another tenant are never compared, and fields that no name identifies are named (row 149)', async () => {
  allowViolations();
  const odd = {validators: {required: true}};
  const twins = [field('dup', {label: 'A'}), {...field('dup', {label: 'B'}), id: 'cf_2'}];
  const {diff} = await openPair([field('a', odd), ...twins], [{...field('a', odd), id: 'cf_9'}, ...twins.toReversed()]);
  expect(await diff('fields diff one two --check')).toEqual({
    exitCode: 9,
    stdout: expect.stringContaining('diff     no differences; 1 identical; 1 not compared\n'),
    stderr: 'error: profile one: 2 fields are named "dup" and cannot be matched\nhint: Compare them by hand.\n',
  });
});

test('what only one of two tenants has is a difference, whichever is compared with which', async () => {
  const choices = (more: object) => ({
    display_type: 'RADIO',
    groups: [{header: 'H', options: [{title: 'One', ...more}]}],
  });
  const bare = field('a', {display_options: {type: 'DEFAULT'}, options: choices({}), validators: []});
  const full = {
    ...field('a', {
      description: 'Only here',
      helper_text: '',
      display_options: {type: 'DEFAULT', hidden: true},
      validators: [{size: {size_type: 'MAX', size: 9}}],
      options: choices({id: 'c_one'}),
      created_at: '2026-01-01',
    }),
    id: 'x1',
  };
  const note = 'note: not compared (not in the API reference): created_at\n';
  const {diff} = await openPair([bare], [full]);
  const read = async (line: string) => {
    expect((await diff(`fields diff ${line}`)).stderr).toBe(note);
    const {exitCode, stdout} = await diff(`fields diff ${line} --check --json`);
    return {exitCode, differences: JSON.parse(stdout).fields[0].differences};
  };
  const only = [
    ['display_options.hidden', true],
    ['validators[0]', {size: {size_type: 'MAX', size: 9}}],
    ['description', 'Only here'],
  ] as const;
  expect(await read('one two')).toEqual({exitCode: 8, differences: only.map(([path, current]) => ({path, current}))});
  const there = await read('two one');
  expect({...there, differences: new Set(there.differences)}).toEqual({
    exitCode: 8,
    differences: new Set(only.map(([path, desired]) => ({path, desired}))),
  });
});

test('a field that looks deleted is not compared beside one of its name that does not', async () => {
  const archived = {...field('a', {label: 'Old'}), id: 'cf_old', archived: true};
  const {diff} = await openPair([field('a'), archived], [{...field('a'), id: 'x1'}]);
  for (const line of ['one two', 'two one'])
    expect({line, exitCode: (await diff(`fields diff ${line} --check`)).exitCode}).toEqual({line, exitCode: 0});
});

test('a tenant without a type for a field differs from one that has it', async () => {
  const {diff} = await openPair([field('a', {type: null})], [field('a')]);
  const {exitCode, stdout} = await diff('fields diff one two --check');
  expect({exitCode, line: stdout.split('\n')[1]?.trim()}).toEqual({
    exitCode: 8,
    line: '~ type: {"discriminator":"SIMPLE","primitive_type":"DECIMAL"} -> null',
  });
});

test('names that differ only in their spelling are not matched, and those of the tenant are not called extra', async () => {
  const {diff} = await openPair([field('x'), {...field('X'), id: 'cf_2'}], [field('x'), {...field(' X'), id: 'cf_3'}]);
  const {exitCode, stdout, stderr} = await diff('fields diff one two');
  expect({exitCode, stdout, stderr}).toEqual({
    exitCode: 9,
    stdout: expect.not.stringContaining('extra '),
    stderr: expect.stringContaining('error: profile one: "x" and "X" differ only in case and cannot be matched\n'),
  });
});

test('a profile is compared with the sandbox too', async () => {
  const {diff} = await openPair([field('a')], []);
  const {exitCode, stdout} = await diff('fields diff one --sandbox :memory: --check --quiet');
  expect({exitCode, stdout}).toEqual({
    exitCode: 8,
    stdout: expect.stringContaining('+ missing  a  declared in profile one'),
  });
});

test('all of a tenant is extra beside one without fields', async () => {
  const {diff} = await openPair([], [field('a')]);
  expect(await diff('fields diff one two --check --quiet')).toMatchObject({
    exitCode: 8,
  });
  expect((await diff('fields diff two one')).stdout).toContain('1 missing, 0 extra, 0 different; 0 identical\n');
  expect((await diff('fields diff one two')).stdout).toContain('0 missing, 1 extra, 0 different; 0 identical\n');
});

test('names the members that are not compared (row 148)', async () => {
  allowViolations();
  const {diff} = await openPair([field('a', {color: 'red'})], [field('a', {color: 'blue'})]);
  expect((await diff('fields diff one two --check')).stderr).toBe(
    'note: not compared (not in the API reference): color\n',
  );
});

test('says of what is neither a file nor a profile what would be', async () => {
  expect(await run('fields diff nowhere', createTenant())).toEqual({
    exitCode: 4,
    stdout: '',
    stderr:
      'error: no fields file or profile named "nowhere"\n' +
      'hint: Pass a file whose name ends in .yaml, .yml, .json or .csv. To list profiles, run: bizctl profile list\n',
  });
});

test.each(['f.yml', 'f.JSON', './f.yaml'])('compares with the file %s', async file => {
  const files = {[file]: JSON.stringify({custom_fields: [field('a', {label: 'New'})]})};
  expect((await run(`fields diff ${file} --check`, createTenant([field('a')]), {files})).exitCode).toBe(8);
});

test('compares with stdin, and ignores the backup of a file', async () => {
  const stdin = JSON.stringify({custom_fields: [field('a', {label: 'New'})]});
  expect((await run('fields diff - --check', createTenant([field('a')]), {stdin})).exitCode).toBe(8);
  expect((await run('fields diff f.yaml.bak', createTenant())).exitCode).toBe(4);
});

test('compares with a directory that is named like a profile would be', async () => {
  const tenant = createTenant([field('a')]);
  const files = {'split/a.json': JSON.stringify({custom_fields: [field('a', {label: 'New'})]})};
  expect(await run('fields diff split --check', tenant, {files})).toMatchObject({
    exitCode: 8,
    stdout: expect.stringContaining('label: "Label of a" -> "New"'),
  });
});

test('prints a document of its own as JSON', async () => {
  const tenant = createTenant([field('a', {label: 'Old'}), field('c')]);
  const files = {
    'f.json': JSON.stringify({
      custom_fields: [
        {name: 'a', type: decimal, label: 'New'},
        {name: 'b', type: decimal},
      ],
    }),
  };
  const {exitCode, stdout} = await run('fields diff f.json --check --json --quiet', tenant, {files});
  const diff = JSON.parse(stdout);
  expect({exitCode, diff}).toEqual({
    exitCode: 8,
    diff: {
      format_version: 1,
      kind: 'diff',
      base_url: 'https://api.example.com/',
      tenant: null,
      summary: {missing: 1, differs: 1, extra: 1, same: 0},
      fields: [
        {
          state: 'missing',
          name: 'b',
          place: 'f.json:1:107',
          desired: {name: 'b', type: decimal},
          differences: [],
        },
        {
          state: 'differs',
          name: 'a',
          id: 'cf_a',
          place: 'f.json:1:19',
          differences: [{path: 'label', current: 'Old', desired: 'New'}],
        },
        {state: 'extra', name: 'c', id: 'cf_c', current: {...field('c')}, differences: []},
      ],
      refusals: [],
      warnings: [],
    },
  });
  const schema = z.fromJSONSchema(JSON.parse((await bizctl('schema diff')).stdout));
  expect(schema.safeParse(diff).error).toBeUndefined();
  expect(schema.safeParse({...diff, fields: [{name: 'a'}]}).success).toBe(false);
});

test('--check of a tenant that does not differ ends with 0', async () => {
  const files = {'f.yaml': JSON.stringify({custom_fields: [{name: 'a', type: decimal, label: 'Label of a'}]})};
  const {exitCode, stderr} = await run('fields diff f.yaml --check', createTenant([field('a')]), {files});
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
});

test('warns a machine of what looks misspelled in a file that is compared', async () => {
  const files = {'f.yaml': 'custom_fields: [{name: a, lable: New}]'};
  const {exitCode, stderr} = await run('fields diff f.yaml --json', createTenant([field('a')]), {files});
  expect({exitCode, stderr}).toEqual({
    exitCode: 0,
    stderr:
      '{"warning":{"message":"f.yaml:1:34: \\"lable\\" is not in the API reference; it is sent as is. Did you mean label?"}}\n',
  });
});

test('a file that cannot be planned cannot be compared, and says why after the rest', async () => {
  const tenant = createTenant([field('a'), {...field('a'), id: 'twin'}, field('b')]);
  const files = {'f.yaml': `custom_fields: [{name: a, label: New}, {name: b, label: New}]`};
  const {exitCode, stdout, stderr} = await run('fields diff f.yaml', tenant, {files});
  expect({exitCode, isShown: stdout.includes('~ differs  b')}).toEqual({exitCode: 9, isShown: true});
  expect(stderr).toContain('"a"');
});

test('a field may be compared by its id alone', async () => {
  const files = {'f.yaml': 'custom_fields: [{id: cf_a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  const {exitCode, stderr} = await bizctl('fields diff f.yaml --check', {tenant: createTenant([field('a')]), files});
  expect({exitCode, stderr}).toEqual({
    exitCode: 8,
    stderr: 'error: the tenant differs: 0 missing, 0 extra, 1 different; 0 identical\n',
  });
});

test('another type differs, which a diff shows as a field that would be replaced', async () => {
  const tenant = createTenant([field('a')]);
  const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: SEMVER}}]'};
  const {exitCode, stdout, stderr} = await run('fields diff f.yaml --check', tenant, {files});
  expect({exitCode, stderr}).toMatchObject({exitCode: 8});
  expect(stdout).toContain('type');
  expect(stderr).not.toContain('warning');
});
