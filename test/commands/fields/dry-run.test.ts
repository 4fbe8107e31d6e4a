import {describe, expect, test} from 'vitest';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant, field} from '../../harness/tenant.js';

describe('--dry-run shows the exact requests and sends no write', () => {
  test.each([
    [
      'fields create --name x --type decimal',
      [
        {
          method: 'POST',
          path: '/v2/customFields',
          body: {name: 'x', type: {discriminator: 'SIMPLE', primitive_type: 'DECIMAL'}},
        },
      ],
    ],
    ['fields create --name a --type decimal --if-exists skip', []],
    [
      "fields update name:a cf_b --label 'New one'",
      ['a', 'b'].map(name => ({method: 'PATCH', path: `/v2/customFields/cf_${name}`, body: {label: 'New one'}})),
    ],
    ['fields delete name:a', [{method: 'DELETE', path: '/v2/customFields/cf_a'}]],
  ])('%s', async (line, requests) => {
    const tenant = createTenant([field('a'), field('b')]);
    const {exitCode, stdout} = await bizctl(`${line} --dry-run --json`, {tenant});
    expect({exitCode, shown: JSON.parse(stdout)}).toEqual({exitCode: 0, shown: requests});
    expect(tenant.requests.filter(request => !request.startsWith('GET'))).toEqual([]);
  });

  test('in words', async () => {
    const tenant = createTenant([field('a')]);
    expect(await bizctl('fields update cf_a --label New --hint h --dry-run', {tenant})).toEqual({
      exitCode: 0,
      stdout: 'PATCH  /v2/customFields/cf_a\nhint   "h"\nlabel  "New"\n',
      stderr: 'note: dry run: no write was sent\n',
    });
    expect(tenant.requests).toEqual([]);
  });

  test('it names what needs no write', async () => {
    const tenant = createTenant([field('a')]);
    const input = '[{"name":"a","label":"Label of a"}]';
    const line = 'fields create --file - --if-exists update --dry-run';
    const {exitCode, stderr} = await bizctl(line, {tenant, stdin: input});
    expect({exitCode, stderr}).toEqual({
      exitCode: 0,
      stderr: 'note: nothing to send for stdin:1:2: "a"\nnote: dry run: no write was sent\n',
    });
  });

  test('what would be refused is refused', async () => {
    const tenant = createTenant([field('a')]);
    expect(await bizctl('fields create --name a --type decimal --dry-run', {tenant})).toMatchObject({
      exitCode: 9,
      stdout: '',
    });
  });
});
