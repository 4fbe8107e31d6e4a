import {expect, test} from 'vitest';
import {bizctl} from '../harness/run-bizctl.js';
import {answering, createTenant, field, reply} from '../harness/tenant.js';

test('warns once per run that an operation is deprecated (row 69)', async () => {
  const headers = {
    deprecation: ' @1735689600',
    sunset: 'Thu, 11 Nov 2027 00:00:00 GMT',
    link: '<https://docs.example/v3\u009b>; rel="successor-version", <javascript:alert(1)>; rel=deprecation, <https://x>; title="t"',
  };
  const page = (next_page_token: string) =>
    reply(
      {custom_fields: [field(next_page_token || 'last')], next_page_token},
      {headers: {...headers, link: headers.link.replace('\u009b', '')}},
    );
  const tenant = createTenant([], {
    'GET /v2/customFields#1': () => page('2'),
    'GET /v2/customFields#2': () => page(''),
  });
  expect(await bizctl('fields list --columns name', {tenant})).toEqual({
    exitCode: 0,
    stdout: 'NAME\n2\nlast\n',
    stderr:
      'warning: GET /v2/customFields is deprecated since 2025-01-01; it works until 2027-11-11; see https://docs.example/v3\n',
  });
  const odd = answering(
    {custom_fields: []},
    {headers: {deprecation: '@soon', sunset: 'never', link: '<ftp://x>; rel="successor-version"'}},
  );
  const before1970 = answering(
    {custom_fields: [field('a')]},
    {headers: {deprecation: 'true', sunset: 'Wed, 31 Dec 1969 23:00:00 GMT'}},
  );
  const after9999 = answering({custom_fields: [field('a')]}, {headers: {deprecation: '@999999999999'}});
  for (const tenant of [before1970, after9999])
    expect((await bizctl('fields list', {tenant})).stderr).toBe('warning: GET /v2/customFields is deprecated\n');
  expect((await bizctl('fields list --json --quiet', {tenant: odd})).stderr).toBe('');
  expect((await bizctl('fields list', {tenant: odd})).stderr).toContain(
    'warning: GET /v2/customFields is deprecated\n',
  );
});

test('a date to come is not said to have passed, nor the reverse', async () => {
  const headers = {deprecation: '@1830000000', sunset: 'Sat, 11 Nov 2000 00:00:00 GMT'};
  const {stderr} = await bizctl('fields list', {tenant: answering({custom_fields: [field('a')]}, {headers})});
  expect(stderr).toBe(
    'warning: GET /v2/customFields will be deprecated on 2027-12-28; it was due to be removed on 2000-11-11\n',
  );
});

test('names an operation on one field once, whatever its id, and takes false for no (row 69)', async () => {
  const gone = (deprecation: string) =>
    createTenant([field('a'), field('b')], {
      'DELETE /v2/customFields': () => reply('', {status: 204, type: 'text/plain', headers: {deprecation}}),
    });
  expect(await bizctl('fields delete cf_a cf_b --yes --columns id', {tenant: gone('true')})).toEqual({
    exitCode: 0,
    stdout: 'ID\ncf_a\ncf_b\n',
    stderr: 'warning: DELETE /v2/customFields/{id} is deprecated\n',
  });
  expect((await bizctl('fields delete cf_a --yes', {tenant: gone('false')})).stderr).toBe('');
});

test.each([
  ['<https://a>; rel="successor-version"', 'https://a'],
  ['<https://a>;rel=successor-version', 'https://a'],
  ['<https://a>; title="t" ; REL = "next Successor-Version"', 'https://a'],
  ['<https://a>; rel=next, <https://b>; rel=successor-version; type=x', 'https://b'],
  ['<https://a>; rel=deprecation, <https://b>; rel=successor-version', 'https://b'],
  ['<https://a>; rel=sunset', 'https://a'],
  ['</v3/docs>; rel=sunset', '/v3/docs'],
  ['<https://a>; rel=next', undefined],
  ['<https://a>; prerel=sunset', undefined],
  ['<https://a>', undefined],
  ['https://a; rel=sunset', undefined],
])('among the links %s, the one on the deprecation is %s (row 69)', async (link, address) => {
  const tenant = answering({custom_fields: []}, {headers: {deprecation: 'true', link}});
  const see = address === undefined ? '' : `; see ${address}`;
  expect((await bizctl('fields list --json', {tenant})).stderr).toContain(`GET /v2/customFields is deprecated${see}`);
  expect((await bizctl('fields list --json', {tenant})).stderr.includes('; see ')).toBe(address !== undefined);
});
