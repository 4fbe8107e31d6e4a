import {expect, test} from 'vitest';
import {InterruptedError} from '../../src/base/errors.js';
import {TransportError} from '../../src/base/transport-error.js';
import {formatNames} from '../../src/output/formats.js';
import {errorFor} from '../harness/error-for.js';
import {bizctl} from '../harness/run-bizctl.js';
import {answering, type reply} from '../harness/tenant.js';

const many = (text: string, count: number) => Array.from({length: count}, (_none, index) => `${text}${index}`);

test.each<[string, Parameters<typeof reply>[0], string, string]>([
  ['10 MB of <', '<'.repeat(10_000_000), 'text/html', `HTTP 400: ${'<'.repeat(300)}…`],
  ['a message of 100 kB of <', {message: '<'.repeat(100_000)}, 'application/json', `HTTP 400: ${'<'.repeat(300)}…`],
  ['titles without an end', '<title '.repeat(200_000), 'text/html', `HTTP 400: ${'<title '.repeat(43).slice(0, 300)}…`],
  [
    '20,000 strings in message and errors',
    {message: many('m', 20_000), errors: many('e', 20_000)},
    'application/json',
    `HTTP 400: ${many('m', 20).join('; ')}`,
  ],
  [
    'a map of 60,000 members',
    Object.fromEntries(many('k', 60_000).map(name => [name, 'v'])),
    'application/json',
    `HTTP 400: ${many('k', 20)
      .map(name => `${name}: v`)
      .join('; ')}`,
  ],
  [
    'a message beside 2,000,000 characters',
    {errors: [], trace: 'x'.repeat(2_000_000), message: 'no'},
    'application/json',
    'HTTP 400: no',
  ],
  ['2,000,000 open brackets', '['.repeat(2_000_000), 'application/json', `HTTP 400: ${'['.repeat(300)}…`],
  ['a number of 2,000,000 digits', '1'.repeat(2_000_000), 'application/json', `HTTP 400: ${'1'.repeat(300)}…`],
])('searches only the start of an error body for a message: %s (row 161)', async (_what, body, type, message) => {
  expect((await errorFor(body, {status: 400, type})).message).toBe(`${message} (GET /v2/customFields)`);
});

test('hides a token that stands where the message is cut (row 161)', async () => {
  const token = 'sandbox_test-token';
  for (const length of [280, 290, 300, 1985, 1990, 2000]) {
    const {message} = await errorFor(`${' '.repeat(length)}${token}`, {status: 400, type: 'text/plain'});
    expect(message).not.toContain('sandbox');
  }
});

const rows = (row: string, count: number) => `{"custom_fields":[${`${row},`.repeat(count - 1)}${row}]}`;
const tooMuch = (problem: string) => `the JSON ${problem.replace(/: at most (.*)/, ' (limit: $1)')}`;

test.each([
  ['200,001 tiny rows', rows('{}', 200_001), tooMuch('has too many rows on one page: at most 200,000')],
  [
    '200,001 rows that are no objects',
    rows('1', 200_001),
    'expected a list of objects in "custom_fields", got a list with other elements',
  ],
  [
    '200,001 rows after an escaped quote',
    rows('{"a":"\\""}', 200_001),
    tooMuch('has too many rows on one page: at most 200,000'),
  ],
  [
    'a row of 8 MB',
    rows(`{"id":"${'x'.repeat(8_000_000)}"}`, 1),
    tooMuch('has a row that is too long: at most 8,000,000 bytes'),
  ],
  [
    'a row with 100,001 members',
    rows(
      `{${many('"m', 100_001)
        .map(name => `${name}":1`)
        .join()}}`,
      1,
    ),
    tooMuch('has an object that is too large: at most 100,000 members'),
  ],
])('refuses a page with %s before parsing it (row 162)', async (_what, text, problem) => {
  const {exitCode, stdout, stderr} = await bizctl('fields list --retries 0', {tenant: answering(text)});
  expect({exitCode, stdout, stderr: stderr.split('\n')[0]}).toEqual({
    exitCode: 6,
    stdout: '',
    stderr: `error: ${problem}`,
  });
});

test.each([
  ['1,000,001 values', `[${'1,'.repeat(1_000_000)}1]`, 'has too many values: at most 1,000,000'],
  ['more than 32 MiB', ' '.repeat(32 * 1024 * 1024 + 1), 'is too long: at most 32 MiB'],
  ['a string of 8 MB', `{"a":"${'x'.repeat(8_000_000)}"}`, 'has a value that is too long: at most 8,000,000 bytes'],
  ['a number of 8 MB', `{"a":${'1'.repeat(8_000_001)}}`, 'has a value that is too long: at most 8,000,000 bytes'],
  ['1,000,000 brackets', '['.repeat(1_000_000), 'is nested too deeply: at most 100 levels'],
  ['brackets beside closed ones', '[[],'.repeat(300_000), 'is nested too deeply: at most 100 levels'],
  [
    '100,001 members',
    `{${many(`"${'x'.repeat(10)}`, 100_001)
      .map(name => `${name}":1`)
      .join()}}`,
    'has an object that is too large: at most 100,000 members',
  ],
])('refuses a reply with %s before parsing it (row 162)', async (_what, text, problem) => {
  const {exitCode, stderr} = await bizctl('fields list --retries 0', {tenant: answering(text)});
  expect({exitCode, stderr: stderr.split('\n')[0]}).toEqual({
    exitCode: 6,
    stderr: `error: ${tooMuch(problem)}`,
  });
});

test.each(['fields list --output yaml', 'fields export'])(
  '%s refuses to print 250,000 values as one (row 162)',
  async command => {
    const row = `{"id":"1","name":"a","default_value":[${'1,'.repeat(250_000)}1]}`;
    const {exitCode, stdout, stderr} = await bizctl(`${command} --retries 0`, {tenant: answering(rows(row, 1))});
    expect({exitCode, stdout, stderr}).toEqual({
      exitCode: 6,
      stdout: '',
      stderr: expect.stringContaining(tooMuch('has too many values to print as YAML: at most 250,000')),
    });
  },
);

test('calls a long login page what it is (row 44)', async () => {
  const page = `<html>${'<p>Log in</p>'.repeat(700_000)}`;
  const {exitCode, stderr} = await bizctl('fields list --retries 0', {tenant: answering(page, {type: 'text/html'})});
  expect({exitCode, stderr: stderr.split('\n')[0]}).toEqual({
    exitCode: 6,
    stderr: expect.stringMatching(/^error: expected JSON, got text\/html: <html><p>Log in/),
  });
});

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', false],
  ['BODY_TOO_LARGE', false],
  ['BAD_STATUS', false],
  ['PROTOCOL_CHANGED', false],
  ['ENCODED_TWICE', false],
  ['ECONNREFUSED', true],
  ['BODY_CUT_OFF', true],
])('whether the failure %s may pass is said to a machine: %s', async (code, retryable) => {
  const fail = async () => {
    throw new TransportError(code, true);
  };
  const {stderr} = await bizctl('fields list --json --retries 0', {tenant: {fetch: fail}});
  expect(JSON.parse(stderr).error).toMatchObject({code: 'unavailable', retryable});
});

test('a reply beyond a limit is not asked for again, and no reader is told to (rows 55, 162)', async () => {
  const tenant = answering('['.repeat(1000));
  const {stderr} = await bizctl('fields list --json', {tenant});
  expect({retryable: JSON.parse(stderr).error.retryable, requests: tenant.requests}).toEqual({
    retryable: false,
    requests: ['GET /v2/customFields'],
  });
});

test('brackets, commas and colons in strings do not count, and neither do escaped quotes', async () => {
  const text = `{"custom_fields":[{"id":"a","name":"b","text":"${'[{\\"\\\\,:'.repeat(150_000)}"}]}`;
  const {exitCode, stdout} = await bizctl('fields list --columns id --output ndjson', {tenant: answering(text)});
  expect({exitCode, stdout}).toEqual({exitCode: 0, stdout: '{"id":"a"}\n'});
});

test('digits of any length in a string are not read as a number, and need no stack (row 162)', async () => {
  const text = `{"custom_fields":[{"id":"${'1'.repeat(7_000_000)}","name":"b"}]}`;
  const {exitCode, stdout} = await bizctl('fields list --columns name --output ndjson', {tenant: answering(text)});
  expect({exitCode, stdout}).toEqual({exitCode: 0, stdout: '{"name":"b"}\n'});
});

test.each(formatNames)(
  'a large page as %s is printed in parts, between which an interruption is seen (row 162)',
  async format => {
    const text = `{"custom_fields":[${many('{"id":"', 150_000)
      .map(start => `${start}","name":"n"}`)
      .join()}]}`;
    const controller = new AbortController();
    let writes = 0;
    const {exitCode, stdout} = await bizctl(`fields list --columns id --output ${format}`, {
      tenant: answering(text),
      signal: controller.signal,
      stdout: () => {
        writes += 1;
        if (writes === 3) controller.abort(new InterruptedError(143));
      },
    });
    expect({exitCode, writes: writes <= 4, isShort: stdout.length < text.length / 2}).toEqual({
      exitCode: 143,
      writes: true,
      isShort: true,
    });
  },
);

test('a large page in parts is whole: nothing is lost, doubled or out of order (row 162)', async () => {
  const ids = many('', 10_001);
  const text = `{"custom_fields":[${ids.map(id => `{"id":"${id}","name":"n"}`).join()}]}`;
  const run = async (options: string) =>
    (await bizctl(`fields list --output ndjson ${options}`, {tenant: answering(text)})).stdout.trim().split('\n');
  expect((await run('')).map(line => JSON.parse(line).id)).toEqual(ids);
  expect((await run('--columns id')).map(line => JSON.parse(line).id)).toEqual(ids);
  expect(await run('--limit 5000 --quiet')).toHaveLength(5000);
});

test('refuses a page of 200,001 elements that are not objects where any list is read (row 162)', async () => {
  const tenant = answering(`[${'1,'.repeat(200_000)}1]`);
  expect(await bizctl('api GET v2/any --paginate --quiet', {tenant})).toMatchObject({
    exitCode: 6,
    stdout: '',
    stderr: expect.stringContaining('the JSON has too many rows on one page (limit: 200,000)'),
  });
});
