import {expect, test} from 'vitest';
import {createSuggester, type Target} from '../../src/base/suggest-command.js';
import {bizctl} from '../harness/run-bizctl.js';
import {createTenant, field, reply} from '../harness/tenant.js';

test.each<[Target, readonly string[], string]>([
  [{}, ['fields', 'runs'], 'bizctl fields runs'],
  [{profile: 'acme'}, ['fields', 'apply', 'my plan.json'], "bizctl fields apply 'my plan.json' --profile acme"],
  [{sandbox: true}, ['fields', 'list'], 'bizctl fields list --sandbox'],
  [{sandbox: './my demo.db'}, ['deals', 'list'], "bizctl deals list '--sandbox=./my demo.db'"],
  [{baseUrl: 'https://a.example'}, ['fields', 'plan'], 'bizctl fields plan --base-url https://a.example'],
  [{profile: 'acme'}, ['api', 'GET', '/v2/deals'], 'bizctl api GET /v2/deals --profile acme'],
  [{profile: 'acme', sandbox: true}, ['auth', 'login'], 'bizctl auth login --profile acme'],
  [{profile: 'acme'}, ['auth', 'login', '--profile', 'other'], 'bizctl auth login --profile other'],
  [{profile: 'acme'}, ['profile', 'list'], 'bizctl profile list'],
])('with %j, suggests %j for the same tenant', (target, words, line) => {
  expect(createSuggester(target)(...words)).toBe(line);
});

test('a suggested command goes to the tenant of the run', async () => {
  const line = 'fields list --base-url https://api.example.com';
  expect((await bizctl(line, {tenant: createTenant()})).stderr).toBe(
    'note: this tenant has no custom fields; to create one, run: bizctl fields create --base-url https://api.example.com\n',
  );
});

test.each([
  ['$(id) `x`', "'$(id) `x`'"],
  ["it's", "'it'\\''s'"],
  ['a\nb', "$'a\\x0ab'"],
  ['a\u202eb', "$'a\\xe2\\x80\\xaeb'"],
  ['; rm -rf ~', "'; rm -rf ~'"],
])('a foreign word %j is quoted for a shell in a suggested command (row 166)', async (token, quoted) => {
  const tenant = createTenant([], {
    'GET /v2/customFields': ({url}) =>
      url.includes('page_token')
        ? reply('', {status: 400})
        : reply({custom_fields: [field('a')], next_page_token: token}),
  });
  const failed = await bizctl('fields list --output ndjson', {tenant});
  expect(JSON.parse(failed.stderr).error.hint).toBe(
    `If the page token has expired, list again from the start. Continue with --page-token ${quoted}`,
  );
  const cut = await bizctl('fields list --output ndjson --limit 1', {tenant});
  expect(JSON.parse(cut.stderr).note.message).toContain(`continue with --page-token ${quoted}`);
  expect(createSuggester({})('fields', 'apply', token)).toBe(`bizctl fields apply ${quoted}`);
});

test.each([
  ['fields update x --hidden=false', '--hidden takes no value. To turn it off, use --no-hidden.'],
  ['fields apply -f x --prune=1', '--prune takes no value.'],
  ['fields plan -f x --dry-run', 'A plan writes nothing; omit --dry-run.'],
  ['fields import', 'Did you mean bizctl fields apply?'],
  ['fields pull', 'Did you mean bizctl fields export?'],
])('%s: %s', async (line, hint) => {
  const {exitCode, stderr} = await bizctl(line, {tenant: createTenant()});
  expect({exitCode, hint: stderr.split('\n')[1]}).toEqual({exitCode: 2, hint: `hint: ${hint}`});
});
