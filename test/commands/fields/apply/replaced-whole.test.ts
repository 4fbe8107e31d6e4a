import {expect, test} from 'vitest';
import type {JsonObject} from '../../../../src/json/json.js';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, field, reply, type Tenant} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

/*
 * An API that replaces the whole field where the reference says that it updates members (4.4) clears those that an
 * update did not send. It must not do that to all fields of a batch.
 */

const {run} = useFieldsAsCode();

const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const files = {
  'f.json': JSON.stringify({custom_fields: names.map(name => ({name, label: 'New'}))}),
};
const byName = names.map(name => `name:${name}`).join(' ');

interface Api {
  /** Returns a field as the API stores it after an update. */
  readonly store: (before: JsonObject, sent: JsonObject) => JsonObject;
  readonly answer: (stored: JsonObject) => JsonObject;
}

function tenantOf({store, answer}: Api): Tenant {
  allowViolations();
  const fields = new Map<string, JsonObject>(
    names.map(name => [
      `cf_${name}`,
      field(name, {description: 'Old', helper_text: 'Help', display_options: {type: 'DEFAULT'}}),
    ]),
  );
  return createTenant([], {
    'GET ': () => reply({custom_fields: [...fields.values()]}),
    'PATCH ': async request => {
      const id = new URL(request.url).pathname.split('/').at(-1) ?? '';
      const stored = store(fields.get(id) ?? {}, JSON.parse(await request.text()));
      fields.set(id, stored);
      return reply(answer(stored));
    },
  });
}

const whole = (stored: JsonObject) => stored;
const replacing: Api = {
  store: ({id = null, name = null, type = null}, sent) => ({
    id,
    name,
    type,
    display_options: {type: 'DEFAULT'},
    ...sent,
  }),
  answer: whole,
};

test.each([
  ['apply -f f.json --yes --concurrency 1', 1],
  ['apply -f f.json --yes --concurrency 2', 2],
  [`update ${byName} --label New --concurrency 1`, 1],
  [`update ${byName} --label New --concurrency 2`, 2],
])('%s sends no more once an update has cleared all that it did not send', async (line, sent) => {
  const tenant = tenantOf(replacing);
  const {exitCode, stderr} = await run(`fields ${line}`, tenant, {files});
  expect({exitCode, sent: writesOf(tenant).length}).toEqual({exitCode: 7, sent});
  expect(stderr).toContain(
    'not sent, because description, helper_text of "a" were cleared, although no write changed them\nhint: The API clears members that an update does not send. Send all members of each field.\n',
  );
  expect(stderr).toMatch(
    /\nhint: To restore the old values, unless someone cleared them on purpose, run: bizctl fields undo \S+\n$/,
  );
  const [, undo = ''] = /bizctl (fields undo \S+)\n$/.exec(stderr) ?? [];
  expect((await run(`${undo} --yes`, tenant)).exitCode).toBe(0);
});

test('fields without anything to send are unchanged, also after a batch was stopped', async () => {
  const tenant = tenantOf(replacing);
  const bodies = names.map(name => ({...field(name), label: name < 'c' ? 'New' : `Label of ${name}`}));
  const {stdout} = await run(
    'fields create --file f.json --if-exists update --concurrency 1 --output csv --columns outcome',
    tenant,
    {
      files: {'f.json': JSON.stringify(bodies)},
    },
  );
  expect(stdout.trim().split('\r\n').slice(1)).toEqual(['updated', 'unchanged', 'unchanged', 'unchanged', 'unchanged']);
});

test.each<readonly [string, Api]>([
  [
    'replies show only what was sent',
    {store: (before, sent) => ({...before, ...sent}), answer: ({id = null, label = null}) => ({id, label})},
  ],
  [
    'it clears one member that depends on another',
    {
      store: ({helper_text: _cleared, ...before}, sent) => ({...before, ...sent}),
      answer: whole,
    },
  ],
])('all updates are sent to an API if %s', async (_what, api) => {
  const tenant = tenantOf(api);
  await run('fields apply -f f.json --yes', tenant, {files});
  expect(writesOf(tenant).length).toBe(names.length);
});

test('fields are marked as deleted although the API shows no more of them then', async () => {
  const tenant = tenantOf(replacing);
  await run(`fields update ${byName} --deleted --concurrency 1`, tenant);
  expect(writesOf(tenant).length).toBe(names.length);
});
