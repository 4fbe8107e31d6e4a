import {expect, test} from 'vitest';
import {bizctl} from '../../../harness/run-bizctl.js';
import {createTenant, decimal, field, reply} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

test('does not warn about ids that the API adds', async () => {
  const answer = field('b', {
    validators: [{id: 'v1', required: true, message: null, size: {size: 0, size_type: 'MIN'}}],
  });
  const tenant = createTenant([], {'POST /v2/customFields': () => reply(answer, {status: 201})});
  expect((await bizctl('fields create --name b --type decimal --required', {tenant})).stderr).toBe('');
});

test('an unknown column is only a warning once the write is done', async () => {
  const tenant = createTenant();
  expect(await bizctl('fields create --name q --type decimal --columns name,nme', {tenant})).toEqual({
    exitCode: 0,
    stdout: 'name  q\nnme\n',
    stderr: 'warning: unknown column "nme". Did you mean name?\n',
  });
  expect(await bizctl('fields delete name:q --yes --columns nme', {tenant})).toMatchObject({
    exitCode: 0,
    stderr: 'warning: unknown column "nme". Did you mean name?\n',
  });
});

test.each([
  [
    {type: 'decimal'},
    'stdin:1:20: type is not an object: "decimal"\nhint: Write it as an object, for example {"discriminator": "SIMPLE", "primitive_type": "DECIMAL"}.',
  ],
  [
    {display_options: 'x'},
    'stdin:1:31: display_options is not an object: "x"\nhint: To see the allowed values, run: bizctl schema fields',
  ],
  [{label: 5}, 'stdin:1:21: label is not a string: 5\nhint: Put it in quotes.'],
])('says how to write a member that has another type of value: %j', async (member, problem) => {
  const stdin = JSON.stringify({name: 'a', ...member});
  expect(await bizctl('fields create --file -', {tenant: createTenant(), stdin})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: ${problem}\n`,
  });
});

test('warns about an undocumented member and about a different type', async () => {
  const tenant = createTenant([field('b')]);
  const stdin = JSON.stringify({name: 'a', type: decimal, lable: 'x'});
  expect((await bizctl('fields create --file - --quiet', {tenant, stdin})).stderr).toBe('');
  expect((await bizctl('fields create --file -', {tenant: createTenant(), stdin})).stderr).toBe(
    'warning: "lable" is not in the API reference; it is sent as is. Did you mean label?\n',
  );
  expect((await bizctl('fields create --name b --type phone --if-exists skip', {tenant})).stderr).toBe(
    'warning: "b": skipped, but the existing field has a different type: decimal\n',
  );
  const own = createTenant();
  const declared = JSON.stringify({name: 'p', type: decimal, protect: true});
  expect((await bizctl('fields create --file -', {tenant: own, stdin: declared})).stderr).toBe('');
  expect(own.fields().join()).not.toContain('protect');
  const misspelled = JSON.stringify({name: 'c', type: decimal, display_options: {type: 'DEFUALT'}});
  expect((await bizctl('fields create --file -', {tenant: createTenant(), stdin: misspelled})).stderr).toBe(
    'warning: display_options.type "DEFUALT" is not in the API reference. Did you mean DEFAULT?\n',
  );
});

test('warns when the API returns other values than were sent (row 25)', async () => {
  const tenant = createTenant([], {
    'POST /v2/customFields': () => reply({...field('a'), label: 'Other', extra: 1}, {status: 201}),
  });
  const {exitCode, stderr} = await bizctl('fields create --name a --type decimal --label Mine --description D', {
    tenant,
  });
  expect({exitCode, stderr}).toEqual({
    exitCode: 0,
    stderr: 'warning: "a": the API returned values other than those sent: label, description\n',
  });
});

const oddDefault = 'warning: default_value is documented as an object; the API may refuse it\n';
const oddExample = 'warning: example_value is documented as an object; the API may refuse it\n';

/** An API that takes any value, and returns it. */
const lenient = () => {
  const echo = async (request: Request, status: number) =>
    reply(`{"id":"cf_a",${(await request.text()).slice(1)}`, {status});
  return createTenant([field('a')], {
    'POST /v2/customFields': request => echo(request, 201),
    'PATCH /v2/customFields/cf_a': request => echo(request, 200),
  });
};

test.each<[string, string, string, string]>([
  [
    'fields create --if-exists allow --name b --type decimal --default-value 3',
    '',
    oddDefault,
    `POST /v2/customFields {"name":"b","type":${JSON.stringify(decimal)},"default_value":3}`,
  ],
  [
    `fields create --if-exists allow --name b --type decimal --default-value '"x"' --example-value [1]`,
    '',
    oddExample + oddDefault,
    `POST /v2/customFields {"name":"b","type":${JSON.stringify(decimal)},"example_value":[1],"default_value":"x"}`,
  ],
  [
    'fields create --if-exists allow --name b --type decimal --null default_value',
    '',
    '',
    `POST /v2/customFields {"name":"b","type":${JSON.stringify(decimal)},"default_value":null}`,
  ],
  [
    'fields create --if-exists allow --file -',
    `[{"name":"b","type":${JSON.stringify(decimal)},"default_value":1.10}]`,
    oddDefault,
    `POST /v2/customFields {"name":"b","type":${JSON.stringify(decimal)},"default_value":1.10}`,
  ],
  ['fields update cf_a --default-value true', '', oddDefault, 'PATCH /v2/customFields/cf_a {"default_value":true}'],
  [
    'fields update cf_a --file -',
    'default_value: 12345678901234567890',
    oddDefault,
    'PATCH /v2/customFields/cf_a {"default_value":12345678901234567890}',
  ],
  [`fields update cf_a --default-value '{"v":1}'`, '', '', 'PATCH /v2/customFields/cf_a {"default_value":{"v":1}}'],
])('sends a value that is not an object as given, with a warning: %s', async (line, stdin, stderr, request) => {
  allowViolations();
  const tenant = lenient();
  const {exitCode, stderr: shown} = await bizctl(line, {tenant, stdin});
  expect({exitCode, stderr: shown, requests: tenant.requests}).toEqual({exitCode: 0, stderr, requests: [request]});
});

test('warns once about a value that several fields of a file have', async () => {
  allowViolations();
  const stdin = ['a', 'b', 'c'].map(name => `${JSON.stringify({name, type: decimal, default_value: 3})}\n`).join('');
  expect((await bizctl('fields create --if-exists allow --file - --quiet', {tenant: lenient(), stdin})).stderr).toBe(
    '',
  );
  const {stderr} = await bizctl('fields create --if-exists allow --file -', {tenant: lenient(), stdin});
  expect(stderr).toBe(oddDefault);
});

test('reads the field back when the reply shows only part of it (row 25)', async () => {
  const listed = field('a', {label: 'Other'});
  const tenant = createTenant([], {
    'POST /v2/customFields': () => reply({id: 'cf_a', name: 'a'}, {status: 201}),
    'GET /v2/customFields#2': () => reply({custom_fields: [listed]}),
  });
  expect(await bizctl('fields create --name a --type decimal --label Mine --output ndjson', {tenant})).toEqual({
    exitCode: 0,
    stdout: `${JSON.stringify(listed)}\n`,
    stderr: '{"warning":{"message":"\\"a\\": the API returned values other than those sent: label"}}\n',
  });
});
