import {exactNumber, type JsonObject} from '../json/json.js';

const companies = [
  'Acme',
  'Brightwater',
  'Castor & Söhne',
  'Delta Optik',
  'Élan Vital',
  'Fjord Shipping',
  'Globex',
  'Hanseatic Foods',
  'Iberia Textil',
  '日本精機',
  'Kestrel Labs',
  'Łódź Metal',
];
const subjects = ['renewal', 'pilot', 'roll-out', 'extension', 'support plan', 'migration', 'audit', 'training'];
const stages = ['LEAD', 'QUALIFIED', 'PROPOSAL', 'NEGOTIATION', 'WON', 'LOST'];
const owners = [
  {id: 'emp_01', name: 'Ada Fischer'},
  {id: 'emp_02', name: 'Bo Lindqvist'},
  {id: 'emp_03', name: 'Chiara Rossi'},
  {id: 'emp_04', name: 'Daniel Okafor'},
];
const currencies = ['EUR', 'USD', 'GBP', 'JPY'];

const count = 240;
const dayMs = 86_400_000;
const firstDay = Date.UTC(2026, 0, 5);

function pick<Element>(elements: readonly Element[], index: number): Element | undefined {
  return elements[index % elements.length];
}

function day(index: number): string {
  return new Date(firstDay + index * dayMs).toISOString().slice(0, 10);
}

/**
 * The deals of a new sandbox, always the same. Their members are an assumption: the reference does not show them (2.6).
 */
export const seedDeals: readonly JsonObject[] = Array.from({length: count}, (_, index) => ({
  id: `deal_${String(index + 1).padStart(4, '0')}`,
  title: `${pick(companies, index * 5)} ${pick(subjects, index * 3 + Math.floor(index / 12))}`,
  stage: pick(stages, index * 7 + Math.floor(index / 9)) ?? null,
  amount: {
    value: exactNumber(`${((index * 7919) % 98_000) + 1500}.${String((index * 37) % 100).padStart(2, '0')}`),
    currency: pick(currencies, index * 3) ?? null,
  },
  owner: pick(owners, index * 3 + Math.floor(index / 7)) ?? null,
  probability: ((index * 13) % 21) * 5,
  expected_close: day((index * 11) % 330),
  created_at: `${day(index % 120)}T08:${String((index * 17) % 60).padStart(2, '0')}:00Z`,
  tags: index % 3 === 0 ? ['key account'] : [],
}));
