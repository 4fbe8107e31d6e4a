import {expect, test} from 'vitest';
import type {JsonObject} from '../../../../src/json/json.js';
import {behind} from '../../../harness/behind.js';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, type Fault, field, reply, type Tenant} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

/* An update sends all choices, so one that is made from an older list would remove those that it lacks. */

const {run} = useFieldsAsCode();

const titlesOf = (tenant: Tenant) =>
  JSON.parse(tenant.fields()[0] ?? '').options.groups[0].options.map(({title}: JsonObject) => title);

test.each([
  ['whole, and waits itself', false, 0],
  ['without the options, and leaves the wait to the next one', true, 7],
])('an apply whose replies are %s, loses no choice to a list that lags (row 138)', async (_what, isBare, exitCode) => {
  allowViolations();
  const options = {display_type: 'RADIO', groups: [{header: 'H', options: [{id: 'a', title: 'A'}]}]};
  const update: Fault = async (_request, carryOut) => {
    const answer = await carryOut();
    return isBare ? reply({id: 'cf_a', name: 'a'}) : answer;
  };
  const tenant = createTenant([field('a', {options})], {'PATCH ': update});
  const lagging = behind(tenant, 8);
  const declared = {groups: [{header: 'H', options: [{title: 'A'}, {title: 'B'}]}]};
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', options: declared}]})};
  expect((await run('fields apply -f f.json --yes', lagging, {files})).exitCode).toBe(exitCode);
  expect((await run('fields update name:a --option C', lagging)).exitCode).toBe(0);
  expect(titlesOf(tenant)).toEqual(['A', 'B', 'C']);
});

const withChoice = field('a', {
  options: {display_type: 'RADIO', groups: [{header: 'H', options: [{id: 'a', title: 'A'}]}]},
});
const loseReply: Fault = async (_request, carryOut) => {
  await carryOut();
  return reply({message: 'gone'}, {status: 504});
};

test('an update that adds a choice is not sent again while the list may lag behind the first (rows 22, 138)', async () => {
  const tenant = createTenant([withChoice], {'PATCH #1': loseReply});
  const {exitCode, stderr} = await run('fields update name:a --option B', behind(tenant, 8));
  expect({exitCode, stderr, count: writesOf(tenant).length}).toEqual({
    exitCode: 0,
    stderr:
      'note: checking for up to 1 s whether the write took effect: HTTP 504: gone (PATCH /v2/customFields/cf_a)\nnote: cf_a: updated; confirmed by reading back\n',
    count: 1,
  });
});

test('nor is the same command, run again (rows 22, 138)', async () => {
  const tenant = createTenant([withChoice], {'PATCH #1': loseReply});
  const lagging = behind(tenant, 12);
  expect((await run('fields update name:a --option B --retries 0', lagging)).exitCode).toBe(7);
  expect((await run('fields update name:a --option B', lagging)).exitCode).toBe(0);
  expect(titlesOf(tenant)).toEqual(['A', 'B']);
  // The second has the id that the choice got, so that it is not added once more.
  expect(writesOf(tenant).map(write => write.match(/"id"/g)?.length)).toEqual([1, 2]);
});

test('several updates that fail at once say once that they are looked for', async () => {
  const names = ['a', 'b', 'c'];
  const fields = names.map(name => field(name, {options: withChoice['options']}));
  const tenant = createTenant(fields, {'PATCH ': () => reply({message: 'down'}, {status: 503})});
  const options = {groups: [{header: 'H', options: [{title: 'A'}, {title: 'B'}]}]};
  const files = {'f.json': JSON.stringify({custom_fields: names.map(name => ({name, options}))})};
  const {exitCode, stderr} = await run('fields apply -f f.json --yes', tenant, {files});
  expect({exitCode, count: stderr.match(/^note: checking for up to 1 s/gm)?.length}).toEqual({exitCode: 7, count: 1});
});

test('an update that is not sent again is not waited for so long: its reply was a redirect (row 27)', async () => {
  const moved = () => new Response('', {status: 303, headers: {location: 'https://other.example.com/'}});
  const tenant = createTenant([withChoice], {'PATCH ': moved});
  const {exitCode, stderr} = await run('fields update name:a --option B', tenant);
  expect({exitCode, isLong: stderr.includes('checking for up to'), count: writesOf(tenant).length}).toEqual({
    exitCode: 6,
    isLong: false,
    count: 1,
  });
});

test('a change back is planned once the list shows what an apply has sent that could not be verified (row 138)', async () => {
  const tenant = createTenant([field('a')]);
  const lagging = behind(tenant, 6);
  let reads = 0;
  const failing = {
    fetch: async (request: Request) => {
      const isRead = request.method === 'GET';
      reads += isRead ? 1 : 0;
      return isRead && reads === 2 ? reply('no', {status: 403}) : lagging.fetch(request);
    },
  };
  const declare = (label: string) => ({files: {'f.json': JSON.stringify({custom_fields: [{name: 'a', label}]})}});
  expect((await run('fields apply -f f.json --yes', failing, declare('New'))).exitCode).toBe(7);
  expect((await run('fields plan -f f.json --check', failing, declare('Label of a'))).exitCode).toBe(8);
});
