import {expect, test} from 'vitest';
import {bizctl} from '../../../harness/run-bizctl.js';
import {answering, createTenant, field, reply, reset} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

test('refuses a name that is taken, naming the id (row 24)', async () => {
  const tenant = createTenant([field('budget')]);
  expect(await bizctl('fields create --name budget --type decimal', {tenant})).toEqual({
    exitCode: 9,
    stdout: '',
    stderr: 'error: a field named "budget" already exists: cf_budget\nhint: Use --if-exists skip, update or allow.\n',
  });
  expect(tenant.requests).toEqual(['GET /v2/customFields']);
});

test('skips, updates or allows a name that is taken, as --if-exists says', async () => {
  const skip = createTenant([field('budget')]);
  expect(
    await bizctl('fields create --name budget --type decimal --if-exists skip --output ndjson', {tenant: skip}),
  ).toEqual({
    exitCode: 0,
    stdout: `${JSON.stringify(field('budget'))}\n`,
    stderr: '',
  });
  expect(skip.requests).toEqual(['GET /v2/customFields']);

  const update = createTenant([field('budget')]);
  const updated = await bizctl(
    'fields create --name budget --type decimal --label New --if-exists update --output ndjson',
    {tenant: update},
  );
  expect(updated).toEqual({exitCode: 0, stdout: `${JSON.stringify(field('budget', {label: 'New'}))}\n`, stderr: ''});
  expect(update.requests).toEqual(['GET /v2/customFields', 'PATCH /v2/customFields/cf_budget {"label":"New"}']);
  await bizctl('fields create --name budget --type decimal --label New --if-exists update', {tenant: update});
  expect(update.requests.slice(2)).toEqual(['GET /v2/customFields']);
  expect(await bizctl('fields create --name budget --type phone --if-exists update', {tenant: update})).toMatchObject({
    exitCode: 9,
  });

  const allow = createTenant([field('budget')]);
  expect(
    (await bizctl('fields create --name budget --type decimal --if-exists allow --quiet', {tenant: allow})).exitCode,
  ).toBe(0);
  expect(allow.fields()).toHaveLength(2);
});

test('refuses to choose between two fields of the same name', async () => {
  const tenant = createTenant([field('a', {name: 'x'}), field('b', {name: 'x'})]);
  expect(await bizctl('fields create --name x --type decimal --if-exists update', {tenant})).toEqual({
    exitCode: 9,
    stdout: '',
    stderr:
      'error: 2 fields named "x" already exist: cf_a and cf_b\nhint: Delete one of them first, or use --if-exists allow.\n',
  });
});

test('says that the field that has the name looks deleted', async () => {
  allowViolations();
  const tenant = createTenant([field('a', {status: 'DELETED'})]);
  expect(await bizctl('fields create --name a --type decimal', {tenant})).toEqual({
    exitCode: 9,
    stdout: '',
    stderr:
      'error: a field named "a" already exists: cf_a\nhint: It may have been deleted: status: "DELETED". If so, use --if-exists allow; otherwise, use skip or update.\n',
  });
});

test('refuses a name that a field has in other characters of the same look (row 43)', async () => {
  for (const ifExists of ['fail', 'skip', 'update']) {
    const tenant = createTenant([field('e', {name: 'e\u0301'})]);
    expect(await bizctl(`fields create --name \u00e9 --type decimal --if-exists ${ifExists}`, {tenant})).toEqual({
      exitCode: 9,
      stdout: '',
      stderr:
        'error: a field whose name differs only in Unicode normalization already exists: cf_e\nhint: Use its exact spelling, "e\u0301", or use --if-exists allow.\n',
    });
    expect(tenant.requests).toEqual(['GET /v2/customFields']);
  }
});

test('ignores differences in how the API writes the same value', async () => {
  const there = field('a', {
    default_value: {v: 1, n: 150},
    validators: [{size: {size: 9, size_type: 'MAX'}}, {size: {size: 1, size_type: 'MIN'}}],
    description: null,
  });
  const tenant = createTenant([there]);
  const stdin = `{"name":"a","default_value":{"v":1.0,"n":1.5e2},"validators":[{"size":{"size":1,"size_type":"MIN"}},{"size":{"size":9,"size_type":"MAX"}}],"options":null}`;
  expect(await bizctl('fields create --file - --if-exists update --columns outcome', {tenant, stdin})).toEqual({
    exitCode: 0,
    stdout: 'outcome  unchanged\n',
    stderr: '',
  });
  expect(tenant.requests).toEqual(['GET /v2/customFields']);
});

test.each([
  ['marked first', [true, false]],
  ['marked last', [false, true]],
] as const)('a field that is marked as deleted does not hide another of its name (%s)', async (_order, marks) => {
  allowViolations();
  const custom_fields = marks.map((deleted, index) => ({...field('a'), id: `cf_${index}`, deleted}));
  const tenant = answering({custom_fields});
  const {exitCode, stdout} = await bizctl('fields create --name a --type decimal --if-exists skip --json', {tenant});
  expect({exitCode, id: JSON.parse(stdout).id}).toEqual({exitCode: 0, id: `cf_${marks.indexOf(false)}`});
});

test('a dry run in which some are refused does not say that others succeeded', async () => {
  const tenant = createTenant([field('a')]);
  const stdin = '{"name":"a"}\n{"name":"b"}';
  const {exitCode, stderr} = await bizctl('fields create --file - --dry-run', {tenant, stdin});
  expect({exitCode, end: stderr.trimEnd().split('\n').slice(-3)}).toEqual({
    exitCode: 7,
    end: [
      'note: dry run: no write was sent',
      'error: 1 of 2 custom fields would not be created',
      'hint: The other would be sent. The causes are listed above.',
    ],
  });
  expect(tenant.requests).toEqual(['GET /v2/customFields']);
});

test('a list that moves all the time is no proof that a create was not carried out (rows 24, 31)', async () => {
  let isMoving = false;
  const tenant = createTenant([field('a')]);
  const posts: string[] = [];
  const moving = {
    fetch: async (request: Request) => {
      if (request.method === 'POST') {
        isMoving = true;
        posts.push(await request.text());
        return reset();
      }
      return isMoving ? reply({custom_fields: [field('a'), field('a', {label: 'Other'})]}) : tenant.fetch(request);
    },
  };
  const {exitCode, stderr} = await bizctl('fields create --name n --type decimal', {tenant: moving});
  expect({exitCode, stderr, posts: posts.length}).toEqual({
    exitCode: 7,
    stderr:
      'error: the outcome of creating "n" is unknown (no complete reply from https://api.example.com: the connection was reset); the list could not be read either\nhint: Run the same command again; it checks before it writes.\n',
    posts: 1,
  });
});
