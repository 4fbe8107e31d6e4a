import {expect, test} from 'vitest';
import {errorFor} from '../harness/error-for.js';
import {bizctl} from '../harness/run-bizctl.js';
import {answering, type reply} from '../harness/tenant.js';

test.each<[string, Parameters<typeof reply>[0], string, string]>([
  [
    'an HTML page (row 44)',
    '<!doctype html>\n<title>Log in</title>',
    'text/html; charset=utf-8',
    'expected JSON, got text/html: <!doctype html> <title>Log in</title>',
  ],
  ['a long page', `  \n<p>${'x'.repeat(100)}`, 'text/html', `expected JSON, got text/html: <p>${'x'.repeat(57)}`],
  ['a type in capitals with spaces', 'x', ' text/plain ; charset=utf-8', 'expected JSON, got text/plain: x'],
  ['a body without a type', 'x  \t y', '', 'expected JSON, got a body that is not valid JSON: x y'],
  ['an empty body (row 45)', '', 'application/json', 'expected JSON, got an empty body'],
  ['null (row 45)', 'null', 'application/json', 'expected a list of objects in "custom_fields", got null'],
  ['a string (row 45)', '"ok"', 'application/json', 'expected a list of objects in "custom_fields", got a string'],
  [
    'an object without the list (row 45)',
    '{}',
    'application/json',
    'expected a list of objects in "custom_fields", got none',
  ],
  [
    'an object for the list',
    '{"custom_fields":{}}',
    'application/json',
    'expected a list of objects in "custom_fields", got an object',
  ],
  [
    'a list of strings',
    '{"custom_fields":["a"]}',
    'application/json',
    'expected a list of objects in "custom_fields", got a list with other elements',
  ],
  [
    'truncated JSON (row 48)',
    '{"custom_fields":[{"id":"a"',
    'application/json',
    'expected JSON, got a body that is not valid JSON: {"custom_fields":[{"id":"a"',
  ],
  [
    'NaN (row 51)',
    '{"custom_fields":[NaN]}',
    'application/json',
    'expected JSON, got a body that is not valid JSON: {"custom_fields":[NaN]}',
  ],
  ['two values (row 51)', '{}\n{}', 'application/json', 'expected JSON, got a body that is not valid JSON: {} {}'],
  ['UTF-16 (row 51)', Buffer.from('\ufeff{}', 'utf16le'), 'application/json', 'the reply is not valid UTF-8'],
  ['invalid UTF-8 (row 49)', new Uint8Array([0x22, 0xff, 0x22]), 'application/json', 'the reply is not valid UTF-8'],
  [
    '20,000 levels (row 55)',
    `{"custom_fields":[{"type":${'['.repeat(20_000)}${']'.repeat(20_000)}}]}`,
    'application/json',
    'the JSON is nested too deeply (limit: 100 levels)',
  ],
  [
    '20,000 levels around an exact number (row 55)',
    `${'['.repeat(20_000)}1.10${']'.repeat(20_000)}`,
    'application/json',
    'the JSON is nested too deeply (limit: 100 levels)',
  ],
])('reports one clear error when the reply is %s', async (_what, body, type, message) => {
  expect(await errorFor(body, {type})).toMatchObject({exitCode: 6, code: 'unavailable', message});
});

test('reads a reply with a byte order mark, and one without a content type (row 50)', async () => {
  expect(
    await bizctl('fields list --columns name', {tenant: answering('\ufeff{"custom_fields":[{"name":"a"}]}')}),
  ).toEqual({exitCode: 0, stdout: 'NAME\na\n', stderr: ''});
  expect((await bizctl('fields list', {tenant: answering('{"custom_fields":[]}', {type: ''})})).exitCode).toBe(0);
});

test('null in place of the fields does not count as an empty list (row 45)', async () => {
  expect(await bizctl('fields list', {tenant: answering({custom_fields: null, next_page_token: ''})})).toEqual({
    exitCode: 6,
    stdout: '',
    stderr:
      'error: expected a list of objects in "custom_fields", got null\nhint: An empty list must be []; null may mean that reading failed.\n',
  });
});

test('a list with an error in place of the fields has the words of the API', async () => {
  const tenant = answering({error: {code: 'BUSY', message: 'maintenance until 18:00'}});
  for (const [line, noun] of [
    ['fields list', 'custom fields'],
    ['deals list', 'deals'],
  ] as const)
    expect(await bizctl(line, {tenant})).toEqual({
      exitCode: 6,
      stdout: '',
      stderr: `error: the reply contains an error instead of ${noun}: maintenance until 18:00\nhint: Try again later.\n`,
    });
});
