import {expect, test} from 'vitest';
import {TransportError} from '../../../../src/base/transport-error.js';
import type {JsonObject} from '../../../../src/json/json.js';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, field, reply, type Tenant} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

const {journals, run} = useFieldsAsCode();
const fieldsOf = (tenant: Tenant): readonly JsonObject[] => tenant.fields().map(text => JSON.parse(text));
const choice = (title: string) => ({id: `o_${title}`, title});
const optionsWith = (titles: readonly string[], more: JsonObject = {}) => ({
  display_type: 'RADIO',
  groups: [{header: 'G', options: titles.map(choice)}],
  ...more,
});

test('a choice of the run that has become the default since is left alone, with its default (row 150)', async () => {
  const tenant = createTenant([field('a', {options: optionsWith(['p', 'q'])})]);
  const declare = (options: JsonObject, more: JsonObject = {}) => ({
    files: {'f.json': JSON.stringify({custom_fields: [{name: 'a', options, ...more}]})},
  });
  const added = [...['p', 'q'].map(choice), {title: 'third'}];
  const line = 'fields apply -f f.json --yes';
  await run(line, tenant, declare({groups: [{header: 'G', options: added}]}, {label: 'New'}));
  const [[{run: id} = {run: ''}] = []] = journals();
  const third = JSON.stringify(fieldsOf(tenant)).match(/"id":"([^"]+)","title":"third"/)?.[1] ?? '';
  await run(line, tenant, declare({default_option_id: third}));
  const before = fieldsOf(tenant)[0]?.['options'];
  const {exitCode, stderr} = await run(`fields undo ${id} --yes --expect-deletes 0`, tenant);
  expect({exitCode, stderr}).toEqual({
    exitCode: 7,
    stderr: expect.stringContaining('"a": changed since the run, so left alone: options'),
  });
  expect(fieldsOf(tenant)).toMatchObject([{label: 'Label of a', options: before}]);
  expect(before).toMatchObject({default_option_id: third});
});

test('an undo that was cut off after it had recreated a field sets its default choice (rows 39, 151)', async () => {
  let isDown = false;
  const was = field('a', {options: optionsWith(['m', 'n'], {default_option_id: 'o_n'})});
  const tenant = createTenant([was, field('b')], {
    'POST ': async (_request, carryOut) => {
      await carryOut();
      isDown = true;
      throw new TransportError('ECONNRESET', true);
    },
    'GET ': (_request, carryOut) => (isDown ? reply({}, {status: 503}) : carryOut()),
  });
  const files = {'f.json': '{"custom_fields":[{"name":"b"}]}'};
  await run('fields apply -f f.json --prune --yes --expect-deletes 1', tenant, {files});
  const [[{run: id} = {run: ''}] = []] = journals();
  const undo = `fields undo ${id} --yes --retries 0`;
  expect((await run(undo, tenant)).exitCode).toBe(7);
  isDown = false;
  expect(await run(undo, tenant)).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining(`verified: run ${id} is undone`),
  });
  expect(writesOf(tenant).map(write => write.split(' ')[0])).toEqual(['DELETE', 'POST', 'PATCH']);
  const [, restored] = fieldsOf(tenant);
  const titles = Object.fromEntries(
    [...JSON.stringify(restored).matchAll(/"id":"([^"]+)","title":"([^"]+)"/g)].map(([, key = '', title]) => [
      key,
      title,
    ]),
  );
  expect(titles[String(Object(restored?.['options']).default_option_id)]).toBe('n');
});

test.each([
  ['these choices new ids', 'these choices now have different ids', 'the old ids', '"p", "q"', ['p', 'q']],
  ['this choice a new id', 'this choice now has a different id', 'the old id', '"p"', ['p']],
])('the API gave %s, which is said as that, not as recreated (row 150)', async (given, have, old, named, titles) => {
  const renumber = (text: string) => text.replaceAll('"id":"o_', '"id":"n_');
  let isRenumbered = false;
  const tenant = createTenant([field('a', {options: optionsWith(titles)})], {
    'PATCH ': async (_request, carryOut) => {
      isRenumbered = true;
      const response = await carryOut();
      return new Response(renumber(await response.text()), response);
    },
    'GET ': async (_request, carryOut) => {
      const response = await carryOut();
      return isRenumbered ? new Response(renumber(await response.text()), response) : response;
    },
  });
  const added = [...titles.map(choice), {title: 'third'}];
  const files = {
    'f.json': JSON.stringify({custom_fields: [{name: 'a', options: {groups: [{header: 'G', options: added}]}}]}),
  };
  const applied = await run('fields apply -f f.json --yes', tenant, {files});
  expect(applied.stderr).toContain(`"a": the API gave ${given}, so stored values may be lost: ${named}\n`);
  const [[{run: id} = {run: ''}] = []] = journals();
  const {stdout} = await run(`fields undo ${id} --dry-run`, tenant);
  expect(stdout).toContain(`"a": ${have}, so values stored for ${old} are not restored: ${named}\n`);
  expect(stdout).not.toContain('recreated');
});

test('an undo that sets the default choice of a recreated field sends back what the API has added (rows 148, 151)', async () => {
  allowViolations();
  const was = field('a', {options: optionsWith(['m', 'n'], {default_option_id: 'o_n'})});
  const paint = (text: string) => text.replaceAll('"title":', '"color":"red","title":');
  const tenant = createTenant([was, field('b')], {
    'POST ': async (request, carryOut) =>
      carryOut(new Request(request.url, {method: 'POST', headers: request.headers, body: paint(await request.text())})),
  });
  const files = {'f.json': '{"custom_fields":[{"name":"b"}]}'};
  await run('fields apply -f f.json --prune --yes --expect-deletes 1', tenant, {files});
  const [[{run: id} = {run: ''}] = []] = journals();
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(0);
  expect(writesOf(tenant).map(write => write.split(' ')[0])).toEqual(['DELETE', 'POST', 'PATCH']);
  expect(fieldsOf(tenant)[1]).toMatchObject({
    options: {
      groups: [
        {
          options: [
            {title: 'm', color: 'red'},
            {title: 'n', color: 'red'},
          ],
        },
      ],
    },
  });
});

test('an undo keeps the ids of validators that still exist (row 148)', async () => {
  allowViolations();
  const withId = (required: boolean) => [{id: 'v1', required, size: {size: 3, size_type: 'MAX'}}];
  const tenant = createTenant([field('a', {validators: withId(true)})]);
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', validators: withId(false)}]})};
  await run('fields apply -f f.json --yes', tenant, {files});
  const [[{run: id} = {run: ''}] = []] = journals();
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(0);
  expect(writesOf(tenant).at(-1)).toBe(`PATCH /v2/customFields/cf_a ${JSON.stringify({validators: withId(true)})}`);
});
