import {expect, test} from 'vitest';
import {isObject, type Json, type JsonObject} from '../../../../src/json/json.js';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, type Fault, field, reply, type Tenant} from '../../../harness/tenant.js';

const {run} = useFieldsAsCode();

/** Merges as RFC 7396 says: null removes a member. */
function merge(current: Json | undefined, sent: Json | undefined): Json {
  if (!isObject(current) || !isObject(sent)) return sent ?? null;
  const merged = Object.keys(sent).map(member => [member, merge(current[member], sent[member])] as const);
  return Object.fromEntries(
    Object.entries({...current, ...Object.fromEntries(merged)}).filter(([, value]) => value !== null),
  );
}

/** A tenant whose updates merge what is sent into the members of the field. */
function createMerging(before: JsonObject, refuse: (sent: string) => number | undefined = () => undefined): Tenant {
  const mergeIn: Fault = async (request, carryOut) => {
    const text = await request.text();
    const status = refuse(text);
    if (status !== undefined) return reply({message: 'hidden must be a boolean'}, {status});
    const current = JSON.parse(tenant.fields()[0] ?? '');
    const sent: JsonObject = JSON.parse(text);
    const body = Object.fromEntries(Object.keys(sent).map(member => [member, merge(current[member], sent[member])]));
    return carryOut(new Request(request, {method: 'PATCH', body: JSON.stringify(body)}));
  };
  const tenant = createTenant([before], {PATCH: mergeIn});
  return tenant;
}

const runIds = async (tenant: Tenant) =>
  (await run('fields runs --output tsv --columns run', tenant)).stdout.trim().split('\n').slice(1);

const before = field('a', {display_options: {type: 'DEFAULT', duration: {duration_units: ['DAYS']}}});
const bodiesOf = (tenant: Tenant) => writesOf(tenant).map(each => JSON.parse(each.slice(each.indexOf('{'))));

test('an undo removes what an API that merges has kept (row 150)', async () => {
  const tenant = createMerging(before);
  expect((await run('fields update name:a --hidden', tenant)).exitCode).toBe(0);
  const hidden = tenant.fields();
  const [first] = await runIds(tenant);
  expect(await run(`fields undo ${first} --yes --quiet`, tenant)).toEqual({exitCode: 0, stdout: 'cf_a\n', stderr: ''});
  expect(tenant.fields()).toEqual([JSON.stringify(before)]);
  expect(bodiesOf(tenant).slice(1)).toEqual([
    {display_options: before['display_options']},
    {display_options: {type: 'DEFAULT', duration: {duration_units: ['DAYS']}, hidden: null}},
  ]);
  const [undo] = await runIds(tenant);
  expect((await run(`fields undo ${undo} --yes`, tenant)).exitCode).toBe(0);
  expect(tenant.fields()).toEqual(hidden);
});

test.each([422, 403, 500])(
  'an undo names what an API that merges refuses to remove with HTTP %i (row 150)',
  async status => {
    const tenant = createMerging(before, sent => (sent.includes('"hidden":null') ? status : undefined));
    await run('fields update name:a --hidden', tenant);
    const [id] = await runIds(tenant);
    const {exitCode, stderr} = await run(`fields undo ${id} --yes`, tenant);
    expect({exitCode, stderr: stderr.split('\n').slice(1)}).toEqual({
      exitCode: 7,
      stderr: [
        `error: run ${id} was not undone: "a" still differs in display_options.hidden: true -> (none)`,
        'hint: The API may keep or add back what the undo removes. Fix the remaining differences by hand.',
        '',
      ],
    });
    expect((await run(`fields runs --output tsv --columns command,done,failed,open`, tenant)).stdout).toBe(
      `command\tdone\tfailed\topen\nundo\t1\t${status === 500 ? '0\t1' : '1\t0'}\nupdate\t1\t0\t0\n`,
    );
  },
);

test.each(['true', 'false'])(
  'a second undo removes hidden: %s, which the first one could not remove (row 150)',
  async hidden => {
    let isRefused = true;
    const tenant = createMerging(before, sent => (isRefused && sent.includes('"hidden":null') ? 422 : undefined));
    const files = {'f.yaml': `custom_fields: [{name: a, display_options: {type: MULTILINE, hidden: ${hidden}}}]`};
    expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
    const [id] = await runIds(tenant);
    expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(7);
    expect(tenant.fields()).not.toEqual([JSON.stringify(before)]);
    isRefused = false;
    expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(0);
    expect(tenant.fields()).toEqual([JSON.stringify(before)]);
  },
);

test('an undo sends no null where only the list lags behind (row 150)', async () => {
  const stale: string[] = [];
  const tenant: Tenant = createTenant([before], {
    GET: (_request, carryOut) =>
      stale.length === 0 ? carryOut() : reply({custom_fields: stale.map(text => JSON.parse(text))}),
  });
  await run('fields update name:a --hidden', tenant);
  stale.push(...tenant.fields());
  const [id] = await runIds(tenant);
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(7);
  expect(tenant.fields()).toEqual([JSON.stringify(before)]);
  expect(bodiesOf(tenant).slice(1)).toEqual([{display_options: before['display_options']}]);
});
