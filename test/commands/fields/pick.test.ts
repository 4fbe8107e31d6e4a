import {expect, test} from 'vitest';
import {run} from '../../../src/cli/run.js';
import {bizctl, createStage} from '../../harness/run-bizctl.js';
import {createTenant, field} from '../../harness/tenant.js';
import {allowViolations} from '../../harness/violations.js';

const three = ['a', 'b', 'c'].map(name => field(name));

test.each([
  ['fields get', 'show', 'GET /v2/customFields'],
  ['fields update --label L', 'update', 'PATCH /v2/customFields/cf_b {"label":"L"}'],
  ['fields delete', 'delete', 'DELETE /v2/customFields/cf_b'],
])('%s asks for the field at a terminal', async (line, verb, request) => {
  const tenant = createTenant(three);
  const answers = {[`Which custom field do you want to ${verb}?`]: 'b'};
  expect((await bizctl(line, {tenant, answers, answer: 'yes'})).exitCode).toBe(0);
  expect(tenant.requests.at(-1)).toBe(request);
});

test.each([
  ['fields get --json --jq .name', 'show', 'GET /v2/customFields'],
  ['fields update --label L', 'update', 'PATCH /v2/customFields/name:budget {"label":"L"}'],
  ['fields delete', 'delete', 'DELETE /v2/customFields/name:budget'],
])('%s takes the field that was picked, whatever its id looks like (row 153)', async (line, verb, request) => {
  allowViolations();
  const tenant = createTenant([field('budget'), field('victim', {id: 'name:budget'})]);
  const answers = {[`Which custom field do you want to ${verb}?`]: 'victim'};
  const {exitCode} = await bizctl(line, {tenant, answers, answer: 'yes'});
  expect({exitCode, last: decodeURIComponent(tenant.requests.at(-1) ?? '')}).toEqual({exitCode: 0, last: request});
});

test('fields edit asks for the field at a terminal', async () => {
  const tenant = createTenant(three);
  const answers = {'Which custom field do you want to edit?': 'b'};
  const editor = (text: string) => text.replace('Label of b', 'L');
  expect((await bizctl('fields edit', {tenant, answers, answer: 'yes', editor})).exitCode).toBe(0);
  expect(tenant.requests.at(-1)).toBe('PATCH /v2/customFields/cf_b {"label":"L"}');
});

test.each(['get', 'update --label L', 'delete --yes'])('fields %s needs a field without a terminal', async line => {
  const tenant = createTenant(three);
  expect(await bizctl(`fields ${line}`, {tenant})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: no field given\nhint: Pass an id or name:NAME. To list them, run: bizctl fields list\n',
  });
  expect(tenant.requests).toEqual([]);
});

test('there is nothing to choose on a tenant without fields', async () => {
  expect(await bizctl('fields get', {tenant: createTenant(), answers: {}})).toEqual({
    exitCode: 4,
    stdout: '',
    stderr: 'error: https://api.example.com/ has no custom fields\nhint: To create one, run: bizctl fields create\n',
  });
});

test('offers each field with its type and its label, if it has one', async () => {
  const offered: string[] = [];
  const world = {tenant: createTenant([field('a'), field('b', {label: null})]), answers: {'Which custom field': 'a'}};
  const {context, readStdout} = createStage(world);
  const {prompts} = context;
  if (!prompts) throw new Error('no prompts');
  const pick: typeof prompts.pick = async (question, choices) => {
    offered.push(...choices.map(({label, hint}) => `${label}: ${hint}`));
    return prompts.pick(question, choices);
  };
  expect(await run(['fields', 'get', '--columns', 'name'], {...context, prompts: {...prompts, pick}})).toBe(0);
  expect({offered, stdout: readStdout()}).toEqual({
    offered: ['a: decimal, Label of a', 'b: decimal'],
    stdout: 'name  a\n',
  });
});
