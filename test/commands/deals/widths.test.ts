import {expect, test} from 'vitest';
import type {JsonObject} from '../../../src/json/json.js';
import {bizctl, type World} from '../../harness/run-bizctl.js';
import {createSandboxTenant} from '../../harness/sandbox-tenant.js';
import {createScreen} from '../../harness/screen.js';
import {answering, reply} from '../../harness/tenant.js';

async function show(columns: number, tenant: NonNullable<World['tenant']>, line = 'deals list --limit 3') {
  const screen = createScreen(columns, 20);
  await bizctl(`${line} --no-pager`, {tenant, screen});
  return screen.lines();
}

test('shows the deals of the sandbox whole at 120 columns, the amount with its currency (row 181)', async () => {
  const lines = await show(120, createSandboxTenant());
  expect(lines.slice(0, 4)).toEqual([
    'ID         TITLE                     STAGE            AMOUNT  OWNER.NAME     EXPECTED CLOSE  OWNER.ID  PROBABILITY',
    'deal_0001  Acme renewal              LEAD        1500.00 EUR  Ada Fischer    2026-01-05      emp_01              0',
    'deal_0002  Fjord Shipping extension  QUALIFIED   9419.37 JPY  Daniel Okafor  2026-01-16      emp_04             65',
    'deal_0003  Kestrel Labs audit        PROPOSAL   17338.74 GBP  Chiara Rossi   2026-01-27      emp_03             25',
  ]);
});

test.each([30, 40, 50, 60, 70, 80, 100, 140])(
  'cuts no number, date, id or code at %i columns, and names the columns that are left out (row 181)',
  async columns => {
    const deals = [
      {
        id: 'deal-000000000001',
        code: 'NEGOTIATION',
        amount: 12_345_678.25,
        due: '2026-11-22',
        note: 'several words of a text',
      },
      {
        id: 'deal-000000000002',
        code: 'WON',
        amount: 1,
        due: '2027-01-01',
        note: 'more words than fit into a narrow column',
      },
    ];
    const lines = await show(columns, answering({deals}), 'deals list');
    const shown = lines
      .slice(0, lines.findIndex(line => line.startsWith('note:')) < 0 ? undefined : 3)
      .slice(1)
      .join(' ');
    const values = deals.flatMap(({id, code, amount, due}) => [id, code, String(amount), due]);
    for (const word of shown.split(/\s+/).filter(each => each.endsWith('…')))
      expect(values.filter(value => value.startsWith(word.slice(0, -1)) && word !== '…')).toEqual([]);
    const names = ['code', 'amount', 'due', 'note'];
    const hidden = names.filter(name => !new RegExp(`\\b${name.toUpperCase()}\\b`).test(lines[0] ?? ''));
    const note = lines.slice(1).join('').replaceAll(' ', '');
    expect(hidden.filter(name => !note.includes(name))).toEqual([]);
  },
);

test('cuts a long stage, and keeps the columns beside it (row 181)', async () => {
  const deals = [
    {id: 'd1', title: 'Chairs', stage: 'Won', amount: 10, owner: 'Ada'},
    {id: 'd2', title: 'Desks', stage: 'Waiting for the customer, '.repeat(20), amount: 2000, owner: 'Daniel'},
  ];
  const lines = await show(80, answering({deals}), 'deals list');
  expect(lines.slice(0, 3)).toEqual([
    'ID  TITLE   STAGE                             AMOUNT  OWNER',
    'd1  Chairs  Won                                   10  Ada',
    'd2  Desks   Waiting for the customer, Waiti…    2000  Daniel',
  ]);
});

test('leaves out a number or date that does not fit among words (row 181)', async () => {
  const words = 'a sentence of many words that is cut';
  const deals = [
    {id: 'd1', title: 'Chairs', stage: words, status: words, owner: words},
    {id: 'd2', title: 'Desks', stage: words, status: '2026-11-28T10:00:00.123456Z', owner: 987_654_321_012_345},
  ];
  const lines = await show(50, answering({deals}), 'deals list');
  expect(lines.slice(0, 3)).toEqual([
    'ID  TITLE   STAGE           STATUS      OWNER',
    'd1  Chairs  a sentence of…  a sentenc…  a sentenc…',
    'd2  Desks   a sentence of…  …           …',
  ]);
});

/** A list of two pages. */
function paged(first: readonly JsonObject[], second: readonly JsonObject[]) {
  return {
    fetch: async (request: Request) =>
      new URL(request.url).searchParams.has('page_token')
        ? reply({deals: second})
        : reply({deals: first, next_page_token: 'next'}),
  };
}

test('repeats the titles where later rows leave a column out (row 181)', async () => {
  const deal = (number: number, reference: string) => ({
    id: `d${number}`,
    title: `Deal ${number}`,
    reference,
    budget: 500_000 + number,
    owner_code: `E-${number}`,
  });
  const first = Array.from({length: 20}, (_none, index) => deal(index + 10, 'R-1'));
  const lines = await show(50, paged(first, [deal(30, '7f3c2a10-5d8e-4c1b-9a6f-0123456789ab')]), 'deals list');
  expect([lines[0], lines[1], ...lines.slice(20)]).toEqual([
    'ID   TITLE    REFERENCE  BUDGET  OWNER CODE',
    'd10  Deal 10  R-1        500010  E-10',
    'd29  Deal 29  R-1        500029  E-29',
    'ID   TITLE    REFERENCE',
    'd30  Deal 30  7f3c2a10-5d8e-4c1b-9a6f-0123456789ab',
    'note: not shown: budget, owner_code (choose with',
    '--columns, or see all with --json)',
  ]);
});

test('names the members that only later rows have', async () => {
  const tenant = paged([{id: 'd1', title: 'Chairs'}], [{id: 'd2', title: 'Desks', lost_reason: 'price'}]);
  expect(await show(80, tenant, 'deals list')).toEqual([
    'ID  TITLE',
    'd1  Chairs',
    'd2  Desks',
    'note: not shown: lost_reason (see all with --json)',
  ]);
});
