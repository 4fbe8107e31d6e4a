import {expect, test} from 'vitest';
import {InterruptedError} from '../../../../src/base/errors.js';
import {arrayOf, type Json, type JsonObject, objectOf} from '../../../../src/json/json.js';
import {useFieldsAsCode} from '../../../harness/fields-as-code.js';
import {createTenant, decimal, field, reply, type Tenant} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

/*
 * The API numbers the choices itself: 10, 20, 30.
 */

const {run, runId} = useFieldsAsCode();

function number(list: Json | undefined): readonly JsonObject[] {
  return (arrayOf(list) ?? []).map((element, index) => ({...objectOf(element), sort_order: (index + 1) * 10}));
}

function numberChoices(body: JsonObject): JsonObject {
  const options = objectOf(body['options']);
  if (!options) return body;
  const groups = number(options['groups']).map(group => ({...group, options: number(group['options'])}));
  return {...body, options: {...options, groups}};
}

/** @param hasFullReplies false for replies to updates that have only the id */
function createNumbering(before: readonly JsonObject[], hasFullReplies = true): Tenant {
  allowViolations();
  const numbering = async (request: Request, carryOut: (changed?: Request) => Promise<Response>) => {
    const body = JSON.stringify(numberChoices(JSON.parse(await request.text())));
    const response = await carryOut(new Request(request, {method: request.method, body}));
    return hasFullReplies ? response : reply({id: 'cf_a'});
  };
  return createTenant(before, {PATCH: numbering, POST: numbering});
}

const optionsOf = (...titles: readonly string[]) => ({
  display_type: 'RADIO',
  groups: [{header: 'H', options: titles.map(title => ({title}))}],
});
const declare = (field: JsonObject) => ({files: {'f.json': JSON.stringify({custom_fields: [field]})}});
const titlesOf = (tenant: Tenant) =>
  [...(tenant.fields()[0] ?? '').matchAll(/"title":"(\w+)"/g)].map(([_match, title]) => title);

test.each([true, false])(
  'a choice that was added is taken back, with full replies: %s (rows 137, 150)',
  async hasFullReplies => {
    const choices = ['A', 'B'].map((title, index) => ({id: `o${index}`, title, sort_order: (index + 1) * 10}));
    const options = {display_type: 'RADIO', groups: [{header: 'H', options: choices, sort_order: 10}]};
    const before = field('a', {options});
    const tenant = createNumbering([before], hasFullReplies);
    const files = declare({name: 'a', options: optionsOf('A', 'B', 'C')});
    expect((await run('fields apply -f f.json --yes', tenant, files)).exitCode).toBe(0);
    expect(titlesOf(tenant)).toEqual(['A', 'B', 'C']);
    const {exitCode, stderr} = await run(`fields undo ${runId()} --yes --expect-deletes 1`, tenant);
    expect({exitCode, isWarned: stderr.includes('warning')}).toEqual({exitCode: 0, isWarned: false});
    expect(tenant.fields()).toEqual([JSON.stringify(before)]);
  },
);

test('the undo of a create does not take the numbers of its choices for a change of someone else', async () => {
  const tenant = createNumbering([]);
  const numbered = {...optionsOf('A'), groups: [{header: 'H', sort_order: 1, options: [{title: 'A', sort_order: 1}]}]};
  const files = declare({name: 'a', type: decimal, options: numbered});
  expect((await run('fields apply -f f.json --yes', tenant, files)).exitCode).toBe(0);
  const {exitCode, stderr} = await run(`fields undo ${runId()} --yes --expect-deletes 1`, tenant);
  expect({exitCode, isWarned: stderr.includes('warning'), fields: tenant.fields()}).toEqual({
    exitCode: 0,
    isWarned: false,
    fields: [],
  });
});

test.each([true, false])(
  'declared numbers that the API changes are no change of someone else, with full replies: %s (row 150)',
  async hasFullReplies => {
    const [a, b] = [
      {id: 'o1', title: 'A'},
      {id: 'o2', title: 'B'},
    ];
    const before = field('a', {options: {display_type: 'RADIO', groups: [{header: 'H', options: [a]}]}});
    const tenant = createNumbering([before], hasFullReplies);
    const groups = [{header: 'H', options: [a, b].map(choice => ({...choice, sort_order: 0}))}];
    const files = declare({name: 'a', options: {display_type: 'RADIO', groups}});
    expect((await run('fields apply -f f.json --yes', tenant, files)).exitCode).toBe(0);
    expect((await run(`fields undo ${runId()} --yes --expect-deletes 1`, tenant)).exitCode).toBe(0);
    expect(titlesOf(tenant)).toEqual(['A']);
  },
);

test('the undo of a replacement that was cut off knows its field, although the API has numbered the choices', async () => {
  const interruption = new AbortController();
  const tenant = createNumbering([field('a', {label: 'Old'})]);
  const phone = {discriminator: 'SIMPLE', primitive_type: 'PHONE'};
  const groups = [{header: 'H', options: ['B', 'A'].map(title => ({title, sort_order: 0}))}];
  const files = declare({name: 'a', label: 'New', type: phone, options: {display_type: 'RADIO', groups}});
  const line = 'fields apply -f f.json --yes --replace a --expect-deletes 1';
  const cutOff: Tenant = {
    ...tenant,
    fetch: async request => {
      const response = await tenant.fetch(request);
      if (request.method !== 'POST') return response;
      interruption.abort(new InterruptedError());
      throw new DOMException('aborted', 'AbortError');
    },
  };
  expect((await run(line, cutOff, {...files, signal: interruption.signal})).exitCode).toBe(130);
  expect(titlesOf(tenant)).toEqual(['B', 'A']);
  expect((await run(`fields undo ${runId()} --yes --expect-deletes 1`, tenant)).exitCode).toBe(0);
  expect(tenant.fields().map(text => JSON.parse(text))).toEqual([
    {...field('a', {label: 'Old'}), id: expect.any(String)},
  ]);
});

test('numbers that somebody has given to the choices since the run are left alone', async () => {
  const numbered = (...numbers: readonly number[]) => ({
    display_type: 'RADIO',
    groups: [
      {header: 'H', options: numbers.map((sort_order, index) => ({id: `o${index}`, title: `T${index}`, sort_order}))},
    ],
  });
  const tenant = createTenant([field('a', {options: numbered(1, 2)})]);
  const files = declare({name: 'a', options: numbered(2, 1)});
  expect((await run('fields apply -f f.json --yes', tenant, files)).exitCode).toBe(0);
  const since = createTenant([field('a', {options: numbered(9, 8)})]);
  const {exitCode, stderr} = await run(`fields undo ${runId()} --yes`, since);
  expect({exitCode, isNamed: stderr.includes('"a": changed since the run, so left alone: options')}).toEqual({
    exitCode: 7,
    isNamed: true,
  });
  expect(since.fields()).toEqual([JSON.stringify(field('a', {options: numbered(9, 8)}))]);
});

test('a plan does not wait for numbers that an apply has seen the API ignore (rows 138, 154)', async () => {
  const numbered = (first: number, step: number) =>
    ['A', 'B'].map((title, index) => ({id: `o${index}`, title, sort_order: first + index * step}));
  const optionsWith = (choices: readonly JsonObject[]) => ({
    display_type: 'RADIO',
    groups: [{header: 'H', options: choices, sort_order: 10}],
  });
  const tenant = createNumbering([field('a', {options: optionsWith(numbered(10, 10))})]);
  const files = declare({name: 'a', options: optionsWith(numbered(1, 1))});
  const {exitCode, stderr} = await run('fields apply -f f.json --yes', tenant, files);
  expect({exitCode, isNoted: stderr.includes('the API numbers the choices of "a" itself')}).toEqual({
    exitCode: 0,
    isNoted: true,
  });
  expect(await run('fields plan -f f.json --check', tenant, files)).toMatchObject({exitCode: 0, stderr: ''});
});
