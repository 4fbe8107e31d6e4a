import {expect, test} from 'vitest';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, field, reply} from '../../../harness/tenant.js';

/*
 * What a run sends after a change that failed: the second request, which makes a choice the default, belongs to changes
 * that were made.
 */

const {run, runId} = useFieldsAsCode();

const choices = [
  {id: 'c_one', title: 'One'},
  {id: 'c_two', title: 'Two'},
];
const options = {display_type: 'RADIO', groups: [{header: 'H', options: choices}], default_option_id: 'c_one'};
const declared = {groups: [{header: 'H', options: choices}], default_option_id: 'c_two'};
const files = {
  'f.json': JSON.stringify({
    custom_fields: [
      {name: 'a', hint: 'h', options: declared},
      {name: 'b', options: declared},
    ],
  }),
};
const refuse = () => reply({message: 'no'}, {status: 400});
const sentTo = (tenant: ReturnType<typeof createTenant>) =>
  writesOf(tenant).map(write => write.split(' ', 2).join(' '));

test('an update that was refused is not sent again as a second request (rows 26, 39)', async () => {
  const tenant = createTenant([field('a', {options}), field('b', {options})], {'PATCH /v2/customFields/cf_a': refuse});
  const {exitCode, stdout} = await run('fields apply -f f.json --yes --concurrency 1', tenant, {files});
  expect({exitCode, stdout, sent: sentTo(tenant)}).toEqual({
    exitCode: 7,
    stdout: 'ACTION  NAME  ID    OUTCOME\nupdate  b     cf_b  done\n',
    sent: ['PATCH /v2/customFields/cf_a', 'PATCH /v2/customFields/cf_b'],
  });
});

test('with --fail-fast, what is reported as not tried is not sent (row 39)', async () => {
  const tenant = createTenant([field('a', {options}), field('b', {options})], {
    'PATCH /v2/customFields/cf_a#1': refuse,
  });
  const line = 'fields apply -f f.json --yes --concurrency 1 --fail-fast';
  const {exitCode, stderr} = await run(line, tenant, {files});
  expect({exitCode, isSaid: stderr.includes('not tried: update "b"'), sent: sentTo(tenant)}).toEqual({
    exitCode: 5,
    isSaid: true,
    sent: ['PATCH /v2/customFields/cf_a'],
  });
  expect((await run(`fields apply --resume ${runId()} --yes`, tenant, {files})).exitCode).toBe(0);
  expect(sentTo(tenant).slice(1)).toEqual(['PATCH /v2/customFields/cf_a', 'PATCH /v2/customFields/cf_b']);
});

test('a default is set although the update of another field with that name is refused', async () => {
  const added = {groups: [{header: 'H', options: [...choices, {id: 'new', title: 'New'}]}], default_option_id: 'new'};
  const twins = ['x', 'y'].map(id => field('a', {id: `cf_${id}`, options}));
  const tenant = createTenant(twins, {'PATCH /v2/customFields/cf_y': refuse});
  const declaredTwins = [
    {name: 'a', id: 'cf_x', options: added},
    {name: 'a', id: 'cf_y', label: 'New'},
  ];
  const twinFiles = {'f.json': JSON.stringify({custom_fields: declaredTwins})};
  expect((await run('fields apply -f f.json --yes', tenant, {files: twinFiles})).exitCode).toBe(7);
  expect(sentTo(tenant).toSorted()).toEqual([
    'PATCH /v2/customFields/cf_x',
    'PATCH /v2/customFields/cf_x',
    'PATCH /v2/customFields/cf_y',
  ]);
});
