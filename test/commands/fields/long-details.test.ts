import {stripVTControlCharacters} from 'node:util';
import {expect, test} from 'vitest';
import {InterruptedError} from '../../../src/base/errors.js';
import {bizctl, type World} from '../../harness/run-bizctl.js';
import {createTenant, field} from '../../harness/tenant.js';

/** Longer than Ink is asked to wrap. */
const description = 'long words '.repeat(5000).trim();

/** Shows a field with a free value of many members and one long text at a terminal. */
async function show(world: World) {
  const values = Object.fromEntries(Array.from({length: 1000}, (_none, index) => [`key_${index}`, index]));
  const tenant = createTenant([field('a', {description, default_value: {...values, a_long_member: 7}})]);
  return bizctl('fields get name:a', {tenant, terminal: 80, ...world});
}

test('a detail view of any length has one layout, and shows everything (row 161)', async () => {
  const {stdout} = await show({});
  expect(stripVTControlCharacters(stdout).split('\n')).toEqual([
    'id               cf_a',
    'name             a',
    'type             decimal',
    'label            Label of a',
    'description',
    description,
    'default value',
    ...Array.from({length: 1000}, (_none, index) => `  ${`key ${index}`.padEnd(15)}${index}`),
    '  a long member  7',
    '',
  ]);
});

test('a long value without a label of its own starts in the column of the values', async () => {
  const tenant = createTenant([field('a')]);
  const stdin = JSON.stringify({custom_fields: [{name: 'a', description}]});
  const {stdout} = await bizctl('fields plan -f -', {tenant, stdin, terminal: 80});
  expect(stripVTControlCharacters(stdout).split('\n').slice(0, 2)).toEqual([
    '~ update  a  stdin:1:19',
    `          + description: ${JSON.stringify(description)}`,
  ]);
});

test('a signal that arrives while a long detail view is drawn is not lost (row 162)', async () => {
  const interruption = new AbortController();
  const pieces: string[] = [];
  const {exitCode} = await show({
    signal: interruption.signal,
    stdout: text => {
      pieces.push(text);
      interruption.abort(new InterruptedError());
    },
  });
  expect({exitCode, pieces: pieces.length}).toEqual({exitCode: 130, pieces: 1});
});
