import {expect, test} from 'vitest';
import type {JsonObject} from '../../../src/json/json.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant, type Fault, field, reply} from '../../harness/tenant.js';
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

test('with --if-exists allow, an older field is not taken for one that the list does not show yet (row 137)', async () => {
  allowViolations();
  const tenant = createTenant([field('a')], {
    'POST ': () => reply({name: 'a'}, {status: 201}),
    'GET ': () => reply({custom_fields: [field('a')]}),
  });
  const {exitCode, stdout} = await bizctl('fields create --name a --type decimal --if-exists allow', {tenant});
  expect({exitCode, stdout}).toEqual({exitCode: 7, stdout: ''});
});
