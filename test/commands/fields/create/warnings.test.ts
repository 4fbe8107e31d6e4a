import {expect, test} from 'vitest';
import {bizctl} from '../../../harness/run-bizctl.js';
import {createTenant, decimal, field, reply} from '../../../harness/tenant.js';

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

test('warns about an undocumented member and about a different type', async () => {
  const tenant = createTenant([field('b')]);
  const stdin = JSON.stringify({name: 'a', type: decimal, lable: 'x'});
  expect((await bizctl('fields create --file - --quiet', {tenant, stdin})).stderr).toBe('');
  expect((await bizctl('fields create --file -', {tenant: createTenant(), stdin})).stderr).toBe(
    'warning: "lable" is not in the API reference and is sent as is: did you mean label?\n',
  );
  expect((await bizctl('fields create --name b --type phone --if-exists skip', {tenant})).stderr).toBe(
    'warning: "b": it exists with another type, decimal\n',
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
    stderr: 'warning: "a": the API returned different values than were sent for: label, description\n',
  });
});
