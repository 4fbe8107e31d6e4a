import {expect, test} from 'vitest';
import {OutputError} from '../../../src/base/errors.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {answering, createTenant} from '../../harness/tenant.js';

const bytes = new Uint8Array([0x22, 0xff, 0x22]);
const download = answering(bytes, {type: 'application/pdf'});

test('a body that is not text stays out of the terminal, and the command says so', async () => {
  expect(await bizctl('api GET v2/files/1', {tenant: download, terminal: 80})).toEqual({
    exitCode: 11,
    stdout: '',
    stderr: expect.stringMatching(
      /HTTP 200, but the body is not text, so it was not printed \(GET \/v2\/files\/1\)\n.*To keep it, redirect the output to a file\.\n$/,
    ),
  });
  expect(await bizctl('api GET v2/files/1', {tenant: download})).toMatchObject({exitCode: 0, stderr: ''});
});

test('does not accept JSON in another encoding (rows 49, 51)', async () => {
  expect(await bizctl('api GET v2/any --output csv', {tenant: download})).toMatchObject({
    exitCode: 6,
    stderr: expect.stringContaining('"message":"the body is not valid UTF-8 (GET /v2/any)"'),
  });
  expect(await bizctl('api POST v2/any', {tenant: answering(bytes)})).toMatchObject({
    exitCode: 7,
    stderr:
      'error: HTTP 200, but the body is not valid UTF-8 (POST /v2/any)\n' +
      'hint: Check the result before you try again. The reply is printed as received.\n',
  });
  const [mark, text] = ['\ufeff', '{"a":1}'];
  expect(await bizctl('api GET v2/any', {tenant: answering(`${mark}${text}`)})).toEqual({
    exitCode: 0,
    stdout: `${text}\n`,
    stderr: '',
  });
});

test('a download keeps its bytes, also where they are text (row 49)', async () => {
  for (const body of ['hello\r\nworld', 'abc\0def', '\ufeffa;b', '', '<p>\n'])
    expect(await bizctl('api GET v2/files/1', {tenant: answering(body, {type: 'application/x-tar'})})).toEqual({
      exitCode: 0,
      stdout: body,
      stderr: '',
    });
});

test('does not say that it printed what it printed elsewhere', async () => {
  expect(await bizctl('api GET v2/any', {tenant: answering(bytes), terminal: 80})).toMatchObject({
    exitCode: 6,
    stdout: '',
    stderr: expect.stringMatching(/the body is not valid UTF-8 .*\n.*To keep it, redirect the output to a file\.\n$/),
  });
  expect(await bizctl('api POST v2/any', {tenant: answering(bytes), terminal: 80})).toMatchObject({
    exitCode: 7,
    stdout: '',
    stderr: expect.stringMatching(/HTTP 200, but .*\n.*Check the result before you try again\.\n$/),
  });
  expect(await bizctl('api GET v2/any', {tenant: answering('')})).toMatchObject({
    exitCode: 6,
    stderr: 'error: the body is empty (GET /v2/any)\nhint: Check the path and the base URL.\n',
  });
});

test('a write may be answered without a body, and where the result is comes out', async () => {
  const fetch = async () => new Response(null, {status: 201, headers: {location: '/v2/things/9'}});
  for (const line of ['api POST v2/things', 'api POST v2/things --json'])
    expect(await bizctl(line, {tenant: {fetch}})).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: expect.stringContaining('HTTP 201, Location: /v2/things/9'),
    });
});

test('a body is JSON by its media type, however that is written (row 48)', async () => {
  const cut = (type: string) => bizctl('api GET v2/any', {tenant: answering('{"a":', {type})});
  for (const type of [
    'Application/JSON',
    'application/vnd.acme+json;v=1',
    'text/json charset=utf-8',
    'application/x-amz-json-1.1',
  ])
    expect(await cut(type)).toMatchObject({exitCode: 6, stdout: '{"a":'});
  for (const type of ['text/plain; note=json', 'application/json-seq', 'text/csv'])
    expect(await cut(type)).toEqual({exitCode: 0, stdout: '{"a":', stderr: ''});
});

test('a deletion that counts as done after a 404 says so (row 28)', async () => {
  let attempts = 0;
  const fetch = async () => new Response('{}', {status: (attempts += 1) === 1 ? 503 : 404});
  expect(await bizctl('api DELETE v2/things/1 --include', {tenant: {fetch}})).toEqual({
    exitCode: 0,
    stdout: 'HTTP 404\ncontent-type: text/plain;charset=UTF-8\n\n',
    stderr:
      'note: HTTP 404 is treated as success: an earlier attempt whose reply was lost may have deleted the resource\n',
  });
});

const large = JSON.stringify({a: 'x'.repeat(8_100_000)});
const tooLong = 'the JSON has a value that is too long (limit: 8,000,000 bytes)';

test('JSON that is too large to be read is printed whole as received, but in no other format', async () => {
  const tenant = answering(large);
  for (const [method, unsaid] of [
    ['GET', '; whether more pages follow was not checked'],
    ['POST', ''],
  ]) {
    const {exitCode, stdout, stderr} = await bizctl(`api ${method} v2/any`, {tenant});
    expect({exitCode, stderr, isWhole: stdout === large}).toEqual({
      exitCode: 0,
      stderr: `note: ${tooLong}, so it is printed as received${unsaid}\n`,
      isWhole: true,
    });
  }
  expect(await bizctl('api GET v2/any --jq .a', {tenant})).toMatchObject({
    exitCode: 6,
    stderr: expect.stringContaining(`the body cannot be read: ${tooLong} (GET /v2/any)`),
  });
  expect(await bizctl('api POST v2/any --columns a', {tenant})).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining(`HTTP 200, but the body cannot be read: ${tooLong} (POST /v2/any)`),
  });
});

test.each([
  ['cut off', large.slice(0, -1), 'application/json', tooLong],
  ['two values', `${large}{}`, 'application/json', tooLong],
  ['millions of values', `[${'1,'.repeat(1_100_000)}1]`, 'application/json', 'the JSON has too many values'],
  ['plain text', 'plain '.repeat(1_500_000), 'application/json', tooLong],
  ['an HTML page', `<html>${'plain '.repeat(1_500_000)}`, 'text/html', 'the body is HTML, not JSON'],
  ['nested too deeply', '['.repeat(300) + ']'.repeat(300), 'application/json', 'the JSON is nested too deeply'],
  ['nested and cut off', '['.repeat(300), 'application/json', 'the JSON is nested too deeply'],
])('a large body is no success if it is %s (rows 44, 48, 55, 162)', async (_what, body, type, problem) => {
  const {exitCode, stderr} = await bizctl('api GET v2/any', {tenant: answering(body, {type})});
  expect({exitCode, isNamed: stderr.includes(problem)}).toEqual({exitCode: 6, isNamed: true});
});

test('a file that is neither JSON nor text is sent byte by byte', async () => {
  const bytes = new Uint8Array([0, 0xff, 0xfe, 10, 13]);
  const sent: Buffer[] = [];
  const fetch = async (request: Request) => {
    sent.push(Buffer.from(await request.arrayBuffer()));
    return Response.json({});
  };
  const world = {tenant: {fetch}, files: {'up.png': bytes}, stdin: bytes};
  for (const input of ['up.png', '-'])
    await bizctl(['api', 'POST', 'v2/any', '--input', input, '-H', 'Content-Type: image/png'], world);
  expect(sent).toEqual([Buffer.from(bytes), Buffer.from(bytes)]);
});

test('JSON is sent without its byte order mark, other files with it', async () => {
  const files = {'up.csv': '\ufeffa,b\r\n', 'up.json': '\ufeff{}'};
  const sent: string[] = [];
  const fetch = async (request: Request) => {
    sent.push(Buffer.from(await request.arrayBuffer()).toString());
    return Response.json({});
  };
  const run = (args: readonly string[]) =>
    bizctl(['api', 'POST', 'v2/any', '--input', ...args], {tenant: {fetch}, files});
  await run(['up.csv', '-H', 'Content-Type: text/csv']);
  await run(['up.json']);
  await run(['up.json', '-H', 'Content-Type: application/problem+json; charset=utf-8']);
  expect(sent).toEqual(['\ufeffa,b\r\n', '{}', '{}']);
});

test('stdin is not read for two members (row 113)', async () => {
  const tenant = createTenant([]);
  expect(await bizctl('api PATCH v2/x -F a=@- -F b=@-', {tenant, stdin: 'hello'})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: stdin can be read only once\nhint: Pass @- for one member only.\n',
  });
  expect(tenant.requests).toEqual([]);
});

test('a write whose reply is too large for YAML, or cannot be written, succeeded all the same', async () => {
  const tenant = answering(`{"a":[${'1,'.repeat(250_001)}1]}`);
  expect(await bizctl('api POST v2/x --output yaml', {tenant})).toMatchObject({
    exitCode: 11,
    stdout: '',
    stderr: expect.stringContaining('to print as YAML (limit: 250,000); the request succeeded (HTTP 200)'),
  });
  const full = () => {
    throw new OutputError('cannot write output: no space left (ENOSPC)');
  };
  expect(await bizctl('api POST v2/x', {tenant: answering('{}'), stdout: full})).toMatchObject({
    exitCode: 11,
    stderr: expect.stringContaining('note: the request succeeded (HTTP 200), but the output could not be written\n'),
  });
});
