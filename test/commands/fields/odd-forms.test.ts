import {expect, test} from 'vitest';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant, field, reply} from '../../harness/tenant.js';
import {allowViolations} from '../../harness/violations.js';

test.each([
  ['--min-size 2', 'validators', {required: true, max: 10}],
  ['--required', 'validators', 'at least 2'],
  ['--hidden', 'display_options', [{type: 'DEFAULT', width: 3}]],
  ['--display boolean:toggle', 'display_options', 'wide'],
  ['--option-display radio', 'options', ['A', 'B']],
])('%s does not overwrite %s that have a form of their own (row 59)', async (options, member, value) => {
  allowViolations();
  const tenant = createTenant([field('a', {[member]: value})]);
  expect(await bizctl(`fields update cf_a ${options}`, {tenant})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: cf_a: cannot change only part of ${member}: its current value has an undocumented format\nhint: Pass the whole member with --file FILE.\n`,
  });
  expect(tenant.requests.filter(request => !request.startsWith('GET '))).toEqual([]);
});

const choice = (title: string) => ({id: `o_${title}`, title});
const options = {display_type: 'RADIO', groups: [{header: 'G', options: [choice('m'), choice('f')]}]};

test('a dry run says which choices would go, with the values stored for them', async () => {
  const tenant = createTenant([field('a', {options})]);
  const {exitCode, stderr} = await bizctl('fields update name:a --null options --dry-run', {tenant});
  expect({exitCode, stderr}).toEqual({
    exitCode: 0,
    stderr:
      'warning: cf_a: would remove these choices and the values stored for them: "m", "f"\nnote: dry run: no write was sent\n',
  });
});

test('a dry run has the notes of the writes that it shows', async () => {
  const withDefault = {...options, default_option_id: 'o_m'};
  const body = {name: 'five', type: {discriminator: 'SIMPLE', primitive_type: 'PHONE'}, options: withDefault};
  const {stderr} = await bizctl('fields create --file - --dry-run --output table', {
    tenant: createTenant(),
    stdin: JSON.stringify(body),
  });
  expect(stderr).toContain('the default choice is not set yet');
  const marked = await bizctl('fields update name:a --deleted --dry-run', {tenant: createTenant([field('a')])});
  expect(marked.stderr).toContain('lists may leave out a field that is marked as deleted');
});

test('a size that does not fit one of several fields names that field', async () => {
  const atMost = (size: number) => ({validators: [{required: false, size: {size, size_type: 'MAX'}}]});
  const tenant = createTenant([field('a', atMost(90)), field('b', atMost(40))]);
  expect(await bizctl('fields update cf_a cf_b --min-size 50', {tenant})).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('error: cf_b: minimum size 50 is greater than maximum size 40'),
  });
  expect(tenant.requests.filter(request => !request.startsWith('GET '))).toEqual([]);
});

test('what a write leaves to do is said beside how its outcome was found out', async () => {
  allowViolations();
  const tenant = createTenant([field('a', {options})], {
    'PATCH ': async (_request, carryOut) => {
      await carryOut();
      return reply('');
    },
  });
  const grown = {...options, groups: [{header: 'G', options: ['m', 'f', 'n'].map(choice)}]};
  const files = {'u.json': JSON.stringify({options: {...grown, default_option_id: 'o_n'}})};
  const {stderr} = await bizctl('fields update name:a --file u.json', {tenant, files});
  expect(stderr).toMatch(/confirmed by reading back; the default choice is not set yet/);
});
