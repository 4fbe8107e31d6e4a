import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {token} from '../../harness/fixed.js';
import {bizctl, splitWords} from '../../harness/run-bizctl.js';
import {createTenant, field} from '../../harness/tenant.js';

const simple = {
  Name: 'stage',
  'Type (cannot': 'semver',
  Label: "Deal's stage",
  Description: '',
  'Require a value': 'yes',
  Choices: 'Draft, Sent,,',
  'How the choices': 'radio',
};

function bodyOf({requests}: {readonly requests: readonly string[]}): string {
  return requests.find(request => request.startsWith('POST')) ?? 'no POST';
}

test('asks for everything, shows the field and asks for confirmation when given no flags', async () => {
  const tenant = createTenant();
  const {exitCode, stderr} = await bizctl('fields create', {tenant, answers: simple, answer: 'yes'});
  expect(exitCode).toBe(0);
  expect(stderr.slice(stderr.indexOf('name ')).replace(/undo \S+$/m, 'undo RUN')).toBe(
    [
      'name         stage',
      'type         semver',
      "label        Deal's stage",
      'required     yes',
      'choices      Draft, Sent (radio)',
      "command      bizctl fields create --name stage --type semver --label 'Deal'\\''s stage' --option Draft --option Sent --option-display radio --required",
      '? Create this custom field in https://api.example.com/?',
      'note: to undo this, run: bizctl fields undo RUN',
      '',
    ].join('\n'),
  );
});

test.each<[string, {readonly [question: string]: string}, string]>([
  ['choices', {...simple, Label: 'Stage'}, '"type":{"discriminator":"SIMPLE","primitive_type":"SEMVER"}'],
  [
    'an array',
    {...simple, 'Type (cannot': 'array', 'Element type': 'phone', Label: '', Choices: '', 'Require a value': 'no'},
    '"type":{"discriminator":"ARRAY"',
  ],
  [
    'a reference',
    {
      ...simple,
      'Type (cannot': 'ref',
      'Referenced type': 'CRM/Contact',
      'Fields to show': 'name, email',
      Label: 'Contact person',
      Choices: '',
    },
    '["name","email"]',
  ],
  [
    'a reference that shows no fields',
    {
      ...simple,
      'Type (cannot': 'ref',
      'Referenced type': 'CRM/Contact',
      'Fields to show': '',
      Label: 'Contact person',
      Choices: '',
    },
    '"fields":[]',
  ],
  [
    'a type of its own',
    {...simple, 'Type (cannot': 'other', 'Type in capitals': 'QUANTUM', Label: '', Choices: ''},
    '"QUANTUM"',
  ],
])('the command line it shows for %s sends the same body', async (_what, answers, part) => {
  const [asked, typed] = [createTenant(), createTenant()];
  const {stderr} = await bizctl('fields create', {tenant: asked, answers, answer: 'yes'});
  const line = /command {6}bizctl (.*)/.exec(stderr)?.[1] ?? '';
  expect((await bizctl(splitWords(line), {tenant: typed})).exitCode).toBe(0);
  expect(bodyOf(asked)).toBe(bodyOf(typed));
  expect(bodyOf(asked)).toMatch(/^POST .*"name":"stage"/);
  expect(bodyOf(asked)).toContain(part);
});

test('a field that needs no value gets no validators', async () => {
  const asked = createTenant();
  const answers = {...simple, 'Require a value': 'no'};
  const {stderr} = await bizctl('fields create', {tenant: asked, answers, answer: 'yes'});
  expect({body: bodyOf(asked), command: / --required$/m.test(stderr)}).toEqual({
    body: expect.not.stringContaining('validators'),
    command: false,
  });
});

test.each([
  ['no', 9],
  ['Ctrl-C', 130],
] as const)('answering %s creates nothing', async (answer, exitCode) => {
  const tenant = createTenant();
  expect(await bizctl('fields create', {tenant, answers: simple, answer})).toMatchObject({exitCode, stdout: ''});
  expect(tenant.requests).toEqual(['GET /v2/customFields']);
});

test('fails with --no-input and without a terminal', async () => {
  for (const [line, world] of [
    ['fields create', {}],
    ['fields create --no-input', {answers: simple, answer: 'yes'}],
  ] as const) {
    const {exitCode, stderr} = await bizctl(line, world);
    expect({exitCode, stderr}).toEqual({
      exitCode: 2,
      stderr:
        'error: nothing to create\nhint: Pass options or --file. To list the options, run: bizctl fields create --help\n',
    });
  }
});

test('rejects a taken name at once, and shows a command line for the same tenant', async () => {
  const tenant = createTenant([field('stage')]);
  await expect(bizctl('fields create', {tenant, answers: simple, answer: 'yes'})).resolves.toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('is asked again: A field with that name already exists.'),
  });
  const {stderr} = await bizctl('fields create --base-url https://other.example', {
    tenant: createTenant(),
    answers: simple,
    answer: 'no',
  });
  expect(stderr).toMatch(/bizctl fields create --name stage .* --base-url https:\/\/other\.example\n/);
});

test('rejects a name that looks like a taken one at once', async () => {
  const tenant = createTenant([field('Stage')]);
  const {stderr} = await bizctl('fields create', {tenant, answers: simple, answer: 'yes'});
  expect(stderr).toContain('is asked again: A field whose name differs only in case already exists.');
});

test('with --if-exists update, it asks for the change of a field that exists', async () => {
  const tenant = createTenant([field('stage', {type: {discriminator: 'SIMPLE', primitive_type: 'SEMVER'}})]);
  const world = {tenant, answers: {...simple, Choices: ''}, answer: 'yes'} as const;
  const {exitCode, stderr} = await bizctl('fields create --if-exists update', world);
  expect(exitCode).toBe(0);
  expect(stderr).toContain(' --if-exists update --required\n');
  expect(stderr).toContain('? A field with that name already exists. Change it in https://api.example.com/?\n');
  expect(tenant.requests.at(-1)).toMatch(/^PATCH \/v2\/customFields\/cf_stage /);
});

test('with --if-exists update, a field that does not exist is created', async () => {
  const tenant = createTenant([field('other')]);
  const world = {tenant, answers: simple, answer: 'yes'} as const;
  const {exitCode, stderr} = await bizctl('fields create --if-exists update', world);
  expect(exitCode).toBe(0);
  expect(stderr).toContain('? Create this custom field in https://api.example.com/?\n');
});

test('the command line that it shows names the same profile', async () => {
  const home = mkdtempSync(join(tmpdir(), 'bizctl-wizard-'));
  try {
    const tenant = createTenant();
    const env = {BIZCTL_BASE_URL: undefined, BIZCTL_TOKEN: undefined};
    await bizctl('auth login --profile acme --base-url https://api.example.com', {home, env, stdin: token, tenant});
    const world = {home, env, tenant, answers: simple, answer: 'yes'} as const;
    const {exitCode, stderr} = await bizctl('fields create --profile acme', world);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/command {6}bizctl fields create --name stage .* --profile acme\n/);
  } finally {
    rmSync(home, {recursive: true});
  }
});

test('goes on from the name that is given, and asks for another one if it is taken', async () => {
  const tenant = createTenant([field('taken')]);
  const asked = Object.fromEntries(Object.entries(simple).filter(([question]) => question !== 'Name'));
  expect(
    (await bizctl('fields create --name stage --required', {tenant, answers: asked, answer: 'yes'})).exitCode,
  ).toBe(0);
  expect(
    JSON.parse(tenant.requests.find(each => each.startsWith('POST'))?.replace(/^\S+ \S+ /, '') ?? ''),
  ).toMatchObject({
    name: 'stage',
    validators: [{required: true}],
  });
  const again = {...asked, 'A field with that name already exists. Enter another name': 'free'};
  const {exitCode, stderr} = await bizctl('fields create --name taken', {tenant, answers: again, answer: 'yes'});
  expect({exitCode, isAsked: stderr.includes('? A field with that name already exists. Enter another name\n')}).toEqual(
    {
      exitCode: 0,
      isAsked: true,
    },
  );
});

test.each([
  [
    'everything is in a file',
    'fields create --file f.json',
    {'f.json': '{"name":"b","type":{"discriminator":"SIMPLE","primitive_type":"PHONE"}}'},
    {},
  ],
  ['name and type are given', 'fields create --name b --type phone', {}, {}],
])('asks nothing if %s', async (_what, line, files, answers) => {
  const tenant = createTenant();
  const {exitCode} = await bizctl(line, {tenant, files, answers, answer: 'no'});
  expect({exitCode, body: bodyOf(tenant)}).toEqual({exitCode: 0, body: expect.stringContaining('"name":"b"')});
});

test('asks for the name if only the type is given', async () => {
  const tenant = createTenant();
  const answers = {...simple, Choices: ''};
  const {exitCode} = await bizctl('fields create --type phone', {tenant, answers, answer: 'yes'});
  expect({exitCode, body: bodyOf(tenant)}).toEqual({exitCode: 0, body: expect.stringContaining('"name":"stage"')});
});

test('a name that --if-exists allows may be taken, and a dry run asks nothing that it does not need', async () => {
  const tenant = createTenant([field('stage')]);
  const {exitCode, stdout, stderr} = await bizctl('fields create --name stage --if-exists allow --dry-run --json', {
    tenant,
    answers: simple,
  });
  expect({exitCode, body: JSON.parse(stdout)[0].body.name, asks: stderr.includes('Create this')}).toEqual({
    exitCode: 0,
    body: 'stage',
    asks: false,
  });
});

test('one choice is enough to be asked how it is shown, and any other option to be asked nothing', async () => {
  const tenant = createTenant();
  await bizctl('fields create', {tenant, answers: {...simple, Choices: 'Draft'}, answer: 'yes'});
  expect(bodyOf(tenant)).toContain('"display_type":"RADIO"');
  const untold = await bizctl('fields create --helper-text Help', {tenant: createTenant(), answers: simple});
  expect(untold).toMatchObject({exitCode: 2, stderr: expect.stringContaining('--name')});
});
