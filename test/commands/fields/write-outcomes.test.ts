import {expect, test} from 'vitest';
import type {JsonObject} from '../../../src/json/json.js';
import {behind} from '../../harness/behind.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant, decimal, type Fault, field, reply, type Tenant} from '../../harness/tenant.js';
import {allowViolations} from '../../harness/violations.js';

test.each(['create --name b --type decimal', 'update cf_a --label L', 'delete cf_a --yes'])(
  'a jq program that fails after fields %s does not make it look refused (row 142)',
  async line => {
    const tenant = createTenant([field('a')]);
    const {stderr, ...rest} = await bizctl(['fields', ...line.split(' '), '--jq', '.[0].id.x'], {tenant});
    expect(rest).toEqual({exitCode: 11, stdout: ''});
    expect(stderr).toMatch(
      /^\{"note":\{"message":"the write succeeded, but the output could not be written"\}\}\n\{"error":\{"code":"local","message":"--jq: Cannot index \w+ with \w+/,
    );
  },
);

test('with --if-exists allow, a create whose reply has no id ends with 7, as an older field may have that name (row 137)', async () => {
  allowViolations();
  const withoutId: Fault = async (_request, carryOut) => {
    const {id: _id, ...members}: JsonObject = JSON.parse(await (await carryOut()).text());
    return reply(members, {status: 201});
  };
  const tenant = createTenant([field('a')], {'POST ': withoutId});
  const {exitCode, stdout, stderr} = await bizctl('fields create --name a --type decimal --if-exists allow', {tenant});
  expect({exitCode, stdout}).toEqual({exitCode: 7, stdout: ''});
  expect(stderr).toContain('creating "a" succeeded, but the reply has no id, and the tenant now has "cf_a" and ');
});

test('with --if-exists allow, does not confuse an older field with one that the list does not show yet (row 137)', async () => {
  allowViolations();
  const tenant = createTenant([field('a')], {
    'POST ': () => reply({name: 'a'}, {status: 201}),
    'GET ': () => reply({custom_fields: [field('a')]}),
  });
  const {exitCode, stdout} = await bizctl('fields create --name a --type decimal --if-exists allow', {tenant});
  expect({exitCode, stdout}).toEqual({exitCode: 7, stdout: ''});
});

test('an update whose choices all have ids is sent again at once, as it adds none', async () => {
  const choices = [{id: 'o1', title: 'A'}];
  const options = (title: string) => ({
    display_type: 'RADIO',
    groups: [{header: 'G', options: [{...choices[0], title}]}],
  });
  const tenant = createTenant([field('a', {options: options('A')})], {
    'PATCH #1': () => reply({message: 'busy'}, {status: 503}),
  });
  const files = {'f.json': JSON.stringify({options: options('B')})};
  const {exitCode} = await bizctl('fields update cf_a --file f.json', {tenant, files});
  const methods = tenant.requests.map(request => request.split(' ')[0]);
  expect({exitCode, methods: methods.slice(methods.indexOf('PATCH'))}).toEqual({
    exitCode: 0,
    methods: ['PATCH', 'PATCH'],
  });
});

test('a list is not awaited for members that were sent as they were', async () => {
  allowViolations();
  const tenant = createTenant([field('a')], {
    PATCH: async (_request, carryOut) => {
      await carryOut();
      return reply({id: 'cf_a'});
    },
  });
  const waits: number[] = [];
  const sleep = async (milliseconds: number) => void waits.push(milliseconds);
  const line = "fields update cf_a --label 'Label of a' --description New --journal";
  const {exitCode} = await bizctl(line, {tenant, sleep});
  expect({exitCode, waits}).toEqual({exitCode: 0, waits: []});
});

test.each([
  ['two with names', '[{"name":"a"},{"name":"b"}]', /To update these fields by name, or create them, run: /],
  ['one of them without a name', '[{"name":"a"},{"label":"B"}]', /^Run one update per field\.$/],
])('an update from a file of %s says what to do', async (_what, stdin, hint) => {
  const {exitCode, stderr} = await bizctl('fields update cf_a --file -', {tenant: createTenant([field('a')]), stdin});
  expect({exitCode, hint: /^hint: (.*)$/m.exec(stderr)?.[1]}).toEqual({exitCode: 2, hint: expect.stringMatching(hint)});
});

test.each(['create --file', 'plan -f'])('%s points out a misspelled name', async line => {
  const files = {
    'f.yaml': 'nmae: a\ntype: {discriminator: SIMPLE, primitive_type: PHONE}\n',
    'g.yaml': 'custom_fields: [{nmae: a}]',
  };
  const file = line.startsWith('plan') ? 'g.yaml' : 'f.yaml';
  const {exitCode, stderr} = await bizctl(`fields ${line} ${file}`, {tenant: createTenant(), files});
  expect({exitCode, hint: stderr.split('\n').find(text => text.startsWith('hint'))}).toEqual({
    exitCode: 2,
    hint: 'hint: Did you mean name in place of "nmae"?',
  });
});

test('a create from a file without members says that the name is missing', async () => {
  const {exitCode, stderr} = await bizctl('fields create --file -', {tenant: createTenant(), stdin: '{}'});
  expect({exitCode, stderr}).toEqual({exitCode: 2, stderr: expect.stringContaining('the name is missing')});
});

test('what only a reply shows cleared is not told where another write has failed', async () => {
  allowViolations();
  const tenant = createTenant([field('a', {description: 'Old'}), field('b')], {
    'PATCH /v2/customFields/cf_a': async (_request, carryOut) =>
      reply({...JSON.parse(await (await carryOut()).text()), description: null}),
    'PATCH /v2/customFields/cf_b': () => reply({message: 'no'}, {status: 400}),
  });
  const updated = await bizctl('fields update name:a name:b --label New --output ndjson --columns outcome', {tenant});
  expect(updated).toMatchObject({exitCode: 7, stdout: '{"outcome":"updated"}\n'});
  expect(updated.stderr).not.toContain('description');
});

test('says how to undo only what was sent', async () => {
  const refused = createTenant([field('a')], {'PATCH ': () => reply({message: 'no'}, {status: 422})});
  const [update, world] = ['fields update cf_a --label New', {terminal: 100, answer: 'yes'}] as const;
  expect((await bizctl(update, {...world, tenant: refused})).stderr).not.toContain('to undo this');
  expect((await bizctl(update, {...world, tenant: createTenant([field('a')])})).stderr).toContain('to undo this');
});

test('an update after which a member that it did not send is gone ends with 7 (row 152)', async () => {
  const tenant: Tenant = createTenant([field('a', {description: 'D', helper_text: 'H'})], {
    'PATCH ': async (request, carryOut) => {
      const body = {...JSON.parse(await request.text()), description: null};
      return carryOut(new Request(request, {method: 'PATCH', body: JSON.stringify(body)}));
    },
  });
  const {exitCode, stderr} = await bizctl('fields update name:a --label L', {tenant});
  expect({exitCode, stderr}).toEqual({
    exitCode: 7,
    stderr: expect.stringContaining('warning: cf_a: the API also changed members that were not sent: description\n'),
  });
});

test('what a list has shown of a write is compared, although it cannot be read any more (row 25)', async () => {
  const tenant = createTenant([field('a')], {
    'PATCH /v2/customFields': () => reply({id: 'cf_a', name: 'a'}),
    'GET /v2/customFields#3': () => reply({message: 'no'}, {status: 403}),
  });
  const {exitCode, stderr} = await bizctl('fields update name:a --label B', {tenant});
  const warning = 'warning: cf_a: the API returned values other than those sent: label\n';
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: warning});
});

test.each([{created_at: '2026-11-30'}, {type: decimal, status: 'QUEUED'}])(
  'a reply with 202 that shows %j beside the id and the name is the field (row 137)',
  async more => {
    allowViolations();
    const tenant = createTenant([], {
      'POST /v2/customFields': async (_request, carryOut) => {
        const {id, name} = JSON.parse(await (await carryOut()).text());
        return reply({id, name, ...more}, {status: 202});
      },
    });
    const {exitCode, stdout} = await bizctl('fields create --name x --type decimal --json', {
      tenant: behind(tenant, 99),
    });
    const [stored = '{}'] = tenant.fields();
    expect({exitCode, id: JSON.parse(stdout).id}).toEqual({exitCode: 0, id: JSON.parse(stored).id});
  },
);
