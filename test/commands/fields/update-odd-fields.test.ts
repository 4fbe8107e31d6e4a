import {expect, test} from 'vitest';
import {behind} from '../../harness/behind.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {answering, createTenant, decimal, field, reply} from '../../harness/tenant.js';
import {allowViolations} from '../../harness/violations.js';

test.each([{groups: {g1: {options: [{id: '1', title: 'X'}]}}}, {groups: [{options: ['X']}]}])(
  'no choice is added to choices of a form that the reference does not show: %j (row 59)',
  async shape => {
    allowViolations();
    const tenant = createTenant([field('a', {options: {display_type: 'RADIO', ...shape}})]);
    expect(await bizctl('fields update name:a --option new', {tenant})).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('cannot add a choice'),
    });
    expect(tenant.requests.filter(each => each.startsWith('PATCH'))).toEqual([]);
  },
);

test('an update that the API accepts without a reply is done, although it omits what is false (row 25)', async () => {
  const tenant = createTenant([field('a', {display_options: {type: 'DEFAULT'}})], {
    'PATCH ': () => reply('', {status: 204}),
  });
  allowViolations();
  expect((await bizctl('fields update name:a --no-hidden', {tenant})).exitCode).toBe(0);
  const {exitCode, stderr} = await bizctl('fields update name:a --label New', {tenant});
  expect({exitCode, error: stderr.split('\n')[0]}).toEqual({
    exitCode: 7,
    error: 'error: the outcome is unknown: the reply is empty (PATCH /v2/customFields/cf_a)',
  });
});

test('a complete reply is shown where the list is behind, and null removes a text that was empty (rows 25, 138)', async () => {
  const tenant = createTenant([field('a', {description: ''})], {
    'PATCH ': async (_request, carryOut) => {
      await carryOut();
      const [stored = '{}'] = tenant.fields();
      return reply({...JSON.parse(stored), description: ''});
    },
  });
  const outcome = await bizctl('fields update name:a --label New --null description --json', {
    tenant: behind(tenant, 9),
  });
  expect({...outcome, stdout: JSON.parse(outcome.stdout).label}).toEqual({
    exitCode: 0,
    stdout: 'New',
    stderr: expect.not.stringContaining('warning'),
  });
});

test('what a current list shows counts, where the reply is the old field and the API ignores a part (rows 25, 138)', async () => {
  let description = 'D';
  const tenant = createTenant([field('a')], {
    'GET ': () => reply({custom_fields: [field('a', {description})]}),
    'PATCH ': async request => {
      ({description} = JSON.parse(await request.text()));
      return reply(field('a', {description: 'D'}));
    },
  });
  const {exitCode, stderr} = await bizctl('fields update name:a --label L2 --description NEW', {tenant});
  expect({exitCode, stderr}).toEqual({
    exitCode: 0,
    stderr: expect.stringMatching(/the API returned values other than those sent: label\b(?!, description)/),
  });
});

test('a reply that trims a text is not taken for an old one (row 138)', async () => {
  const tenant = createTenant([field('a', {description: 'keep'})], {
    'PATCH ': async (_request, carryOut) => {
      await carryOut();
      return reply(field('a', {label: 'New', description: 'keep'}));
    },
  });
  const line = "fields update name:a --label New --description 'keep ' --json";
  const outcome = await bizctl(line, {tenant: behind(tenant, 9)});
  expect({...outcome, stdout: JSON.parse(outcome.stdout).label}).toEqual({
    exitCode: 0,
    stdout: 'New',
    stderr: expect.stringContaining('the API returned values other than those sent: description'),
  });
});

test('a member that was absent is waited for, where the reply is only an id and the list lags (rows 25, 138)', async () => {
  allowViolations();
  const tenant = createTenant([field('a')], {
    'PATCH ': async (_request, carryOut) => {
      await carryOut();
      return reply({id: 'cf_a'});
    },
  });
  const {exitCode, stdout, stderr} = await bizctl('fields update name:a --description D --json', {
    tenant: behind(tenant, 2),
  });
  expect({exitCode, description: JSON.parse(stdout).description, stderr}).toEqual({
    exitCode: 0,
    description: 'D',
    stderr: '',
  });
});

test('a name means the field that is not marked as deleted (row 31)', async () => {
  allowViolations();
  const fields = [{...field('a', {deleted: true}), id: 'old'}, field('a')];
  const tenant = createTenant([field('a')], {'GET ': () => reply({custom_fields: fields})});
  expect((await bizctl('fields update name:a --label New', {tenant})).exitCode).toBe(0);
  expect(tenant.requests.find(each => each.startsWith('PATCH'))).toContain('/cf_a ');
});

test('an update that adds a choice is not sent again after a reply that says nothing of it (row 25)', async () => {
  allowViolations();
  const options = {display_type: 'RADIO', groups: [{options: [{id: '1', title: 'x'}]}]};
  const tenant = createTenant([field('a', {options})], {'PATCH ': () => reply({status: 'queued'})});
  const {exitCode} = await bizctl('fields update name:a --option y', {tenant});
  expect({exitCode, patches: tenant.requests.filter(each => each.startsWith('PATCH')).length}).toEqual({
    exitCode: 7,
    patches: 1,
  });
});

test.each([
  ['create --file f.yaml --name b --type phone', ['"hide" is not in the API reference; it is sent as is']],
  // The field may have it.
  ['update name:a --file f.yaml', []],
])('%s warns once of members that neither the reference nor a field has', async (line, warnings) => {
  allowViolations();
  const groups = 'groups: [{header_: 1, options: []}, {header_: 2, options: []}]';
  const file = `display_options: {type: DEFAULT, hide: true}\noptions: {display_type: RADIO, ${groups}}\n`;
  const world = {tenant: createTenant([field('a')]), files: {'f.yaml': file}};
  const {stderr} = await bizctl(`fields ${line} --dry-run`, world);
  expect(stderr.split('\n').filter(each => each.startsWith('warning'))).toEqual([
    ...warnings.map(warning => `warning: display_options: ${warning}`),
    'warning: options.groups[0]: "header_" is not in the API reference; it is sent as is. Did you mean header?',
  ]);
});

test('an edit warns of a member that the reference and the field do not have', async () => {
  allowViolations();
  const tenant = createTenant([field('a', {display_options: {type: 'DEFAULT', hidden: true, revision: 3}})]);
  const editor = (text: string) => text.replace('hidden: true', 'hide: true');
  const {stderr} = await bizctl('fields edit name:a', {tenant, editor, answer: 'yes'});
  expect(stderr.split('\n').filter(each => each.startsWith('warning'))).toEqual([
    'warning: display_options: "hide" is not in the API reference; it is sent as is',
  ]);
});

test('an update by an id that the API writes as a number is a success (row 153)', async () => {
  allowViolations();
  const numeric = answering({id: 7, name: 'a', type: decimal, label: 'New'});
  expect(await bizctl('fields update 7 --label New --output ndjson', {tenant: numeric})).toEqual({
    exitCode: 0,
    stdout: `${JSON.stringify({id: '7', name: 'a', type: decimal, label: 'New'})}\n`,
    stderr: '',
  });
  const {exitCode, stderr} = await bizctl('fields update 8 --label New', {tenant: numeric});
  expect({exitCode, stderr}).toEqual({
    exitCode: 7,
    stderr: expect.stringContaining('the id in the reply is not a string: 7'),
  });
});
