import {expect, test} from 'vitest';
import type {Json} from '../../../src/json/json.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant, reply} from '../../harness/tenant.js';

const deals: readonly Json[] = [
  {id: 'd1', title: 'Office chairs', stage: 'Won', amount: {value: 10, currency: 'EUR'}},
  {id: 'd2', name: 'Desks'},
  {id: 3},
  'no object',
];
const tenantOf = (rows: readonly Json[]) =>
  createTenant([], {
    'GET /v2/deals#1': () => reply({deals: rows.slice(0, 2), next_page_token: 'p2'}),
    'GET /v2/deals#2': () => reply({deals: rows.slice(2)}),
  });

test.each([
  ['Office chairs', deals[0]],
  ['Desks', deals[1]],
  ['3', deals[2]],
])('asks for the deal at a terminal, and shows %s', async (answer, deal) => {
  const tenant = tenantOf(deals);
  const {exitCode, stdout} = await bizctl('deals get --json', {
    tenant,
    answers: {'Which deal do you want to show?': answer},
  });
  expect({exitCode, deal: JSON.parse(stdout)}).toEqual({exitCode: 0, deal});
  expect(tenant.requests).toHaveLength(2);
});

test('there is nothing to choose on a tenant without deals', async () => {
  expect(await bizctl('deals get', {tenant: tenantOf([]), answers: {}})).toEqual({
    exitCode: 4,
    stdout: '',
    stderr: 'error: https://api.example.com/ has no deals\n',
  });
});

test.each<[string, readonly string[], readonly Json[]]>([
  [
    'have no id',
    ['Chairs', 'Desks'],
    [
      {uuid: 'u1', title: 'Chairs'},
      {uuid: 'u2', title: 'Desks'},
    ],
  ],
  [
    'share an id',
    ['Chairs', 'Desks'],
    [
      {id: 1, title: 'Chairs'},
      {id: 1, title: 'Desks'},
    ],
  ],
  ['have neither id nor title', ['{"uuid":"u1"}', '{"uuid":"u2"}'], [{uuid: 'u1'}, {uuid: 'u2'}]],
])('offers all deals where they %s', async (_what, answers, rows) => {
  for (const [index, answer] of answers.entries()) {
    const {stdout} = await bizctl('deals get --json', {
      tenant: tenantOf(rows),
      answers: {'Which deal do you want to show?': answer},
    });
    expect(JSON.parse(stdout)).toEqual(rows[index]);
  }
});

test('an empty id is that of no deal, also not of one without an id', async () => {
  const tenant = tenantOf([{name: 'Desks'}, {id: null}]);
  for (const id of ['', ' '])
    expect(await bizctl(['deals', 'get', id], {tenant})).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'error: the id of the deal is empty\nhint: Check that no variable in it is empty.\n',
    });
  expect(tenant.requests).toEqual([]);
  expect((await bizctl(['deals', 'get', 'null'], {tenant})).exitCode).toBe(4);
});
