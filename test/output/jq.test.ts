import {expect, test, vi} from 'vitest';
import {runInMemory} from '../../src/output/jq-error.js';
import {bizctl} from '../harness/run-bizctl.js';
import {answering, createTenant, field, reply} from '../harness/tenant.js';

const deals = answering('{"deals": [{"id": 12345678901234567890, "v": 1.10}, {"id": 2, "v": "a\\u009bb"}]}');

test.each([
  ['length', '2\n'],
  ['.[0]', '{\n  "id": 12345678901234567890,\n  "v": 1.10\n}\n'],
  ['.[].v', '1.10\n"a\\u009bb"\n'],
  ['empty', ''],
  ['map(.v) # a comment', '[\n  1.10,\n  "a\\u009bb"\n]\n'],
  ['def f: .id; map(f) | last', '2\n'],
  ['env.PATH == $ENV.PATH, $ENV.BIZCTL_TOKEN', 'true\nnull\n'],
])('--jq %s works on the whole list as one value, as jq prints it', async (program, stdout) => {
  expect(await bizctl(['deals', 'list', '--jq', program], {tenant: deals})).toEqual({exitCode: 0, stdout, stderr: ''});
});

test.each([
  ['\\ud83d\\ude00', '😀'],
  ['\\uD83D\\uDE00x', '😀x'],
  ['\\ud83dx', '\ufffdx'],
  ['x\\ude00', 'x\ufffd'],
  ['\\\\ud83d', '\\\\ud83d'],
])('--jq reads the text %s as %s, where half of a surrogate pair is replaced', async (sent, read) => {
  const tenant = answering(`{"deals": ["${sent}"]}`);
  const {exitCode, stdout} = await bizctl(['deals', 'list', '--jq', '.[0]'], {tenant});
  expect({exitCode, stdout}).toEqual({exitCode: 0, stdout: `"${read}"\n`});
});

test('with --output ndjson it works on each element, a result a line', async () => {
  const line = ['deals', 'list', '--output', 'ndjson', '--jq', 'select(.id == 2) | {id}, [.v]'];
  expect((await bizctl(line, {tenant: deals})).stdout).toBe('{"id":2}\n["a\\u009bb"]\n');
});

test('says that a program for the whole list gets one row at a time (row 142)', async () => {
  const hintFor = async (program: string) => {
    const {stderr} = await bizctl(['deals', 'list', '--output', 'ndjson', '--jq', program], {tenant: deals});
    return JSON.parse(stderr).error.hint;
  };
  const advice = 'The program gets one row at a time: omit the leading ".[]".';
  expect(await Promise.all(['.[] | .id', ' ( .[ ]|.id)', '.["v"] | keys'].map(hintFor))).toEqual([
    advice,
    advice,
    'Fix the program.',
  ]);
});

test('one thing, picked columns, a body of the API, and a refusal go through it as well', async () => {
  const tenant = createTenant([field('a')]);
  const run = async (line: string, world = {tenant}) => (await bizctl(line, world)).stdout;
  expect(await run('fields get name:a --jq .type.primitive_type')).toBe('"DECIMAL"\n');
  expect(await run('fields list --columns name,label --jq .[0].label')).toBe('"Label of a"\n');
  expect(await run('api GET v2/customFields --jq .custom_fields[0].id')).toBe('"cf_a"\n');
  expect(await run('api GET v2/customFields --paginate --jq length')).toBe('1\n');
  const refused = {tenant: answering({message: 'no'}, {status: 422})};
  expect(await run('api GET v2/any --jq .message', refused)).toBe('"no"\n');
});

test.each([
  ['.[', 'syntax error'],
  ['.a b', 'syntax error, unexpected IDENT'],
  ['{a:}', "syntax error, unexpected '}'"],
  ['nope(1)', 'nope/1 is not defined'],
  [') | (', 'syntax error'],
])('refuses %j as a program before any request', async (program, words) => {
  const tenant = createTenant();
  const {exitCode, stdout, stderr} = await bizctl(['deals', 'list', '--jq', program], {tenant});
  expect({exitCode, stdout, requests: tenant.requests}).toEqual({exitCode: 2, stdout: '', requests: []});
  expect(JSON.parse(stderr).error.message).toContain(`--jq: ${words}`);
});

test('a program that fails on the way has printed what came before', async () => {
  const {exitCode, stdout, stderr} = await bizctl(['deals', 'list', '--jq', '.[].v | . + 1'], {tenant: deals});
  expect({exitCode, stdout}).toEqual({exitCode: 2, stdout: '2.1\n'});
  expect(JSON.parse(stderr).error.message).toContain('cannot be added');
});

test.each([
  ['a\\ud83d', 'a\ufffd'],
  ['\\ud83d\\ude00', '😀'],
  ['\\uD83D\\uD83D\\uDE00!', '\ufffd😀!'],
  ['\\ude00\\ud83d', '\ufffd\ufffd'],
  ['\\\\ud83d', '\\ud83d'],
])('half of a surrogate pair costs no row: "%s" is read as %j (row 142)', async (label, read) => {
  const tenant = answering(`{"custom_fields": [{"id": "a"}, {"id": "b", "label": "${label}"}, {"id": "c"}]}`);
  const run = async (...options: string[]) => bizctl(['fields', 'list', ...options], {tenant});
  const expected = {exitCode: 0, stderr: ''};
  expect(await run('--jq', 'length')).toEqual({...expected, stdout: '3\n'});
  expect(await run('--jq', 'length', '--raw')).toEqual({...expected, stdout: '3\n'});
  expect(await run('--output', 'ndjson', '--jq', '.label // .id', '--raw')).toEqual({
    ...expected,
    stdout: `a\n${read}\nc\n`,
  });
});

test('prints nothing of a list that breaks off', async () => {
  const fetch = async (request: Request) =>
    request.url.includes('page_token')
      ? reply({message: 'no'}, {status: 400})
      : reply({custom_fields: [field('a')], next_page_token: 't'});
  expect(await bizctl('fields list --jq length', {tenant: {fetch}})).toMatchObject({exitCode: 7, stdout: ''});
});

test('its results are JSON', async () => {
  for (const format of ['table', 'csv', 'yaml'])
    expect((await bizctl(`deals list --jq length --output ${format}`, {tenant: deals})).exitCode).toBe(2);
  const env = {BIZCTL_OUTPUT: 'table'};
  expect((await bizctl('deals list --jq length', {tenant: deals, env})).stdout).toBe('2\n');
});

test('--jq is refused with a format for tables, and the others are named', async () => {
  const {exitCode, stdout, stderr} = await bizctl('deals list --jq . --output csv', {tenant: deals});
  expect({exitCode, stdout, ...JSON.parse(stderr).error}).toMatchObject({
    exitCode: 2,
    stdout: '',
    message: '--jq cannot be combined with --output csv',
    hint: 'Use --output json or ndjson.',
  });
});

test('says what is too large for its memory, and takes it element by element', async () => {
  let page = 0;
  const many = {
    fetch: async () => {
      page += 1;
      const next = page % 6 === 0 ? '' : `,"next_page_token":"${page}"`;
      return reply(`{"deals":[${'{"a":1},'.repeat(190_000)}{"id":${page}}]${next}}`);
    },
  };
  vi.spyOn(console, 'error').mockReturnValue();
  expect(await bizctl('deals list --jq length', {tenant: many})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr:
      '{"error":{"code":"usage","message":"--jq: not enough memory for this value and program","hint":"Use --output ndjson to filter a list one element at a time, or pipe it into jq.","retryable":false,"status":null,"method":null,"path":null,"request_id":null},"format_version":1}\n',
  });
  const lines = "deals list --output ndjson --jq 'select(.id).id'";
  expect(await bizctl(lines, {tenant: many})).toEqual({exitCode: 0, stdout: '7\n8\n9\n10\n11\n12\n', stderr: ''});
});

test.each([
  ['if .n == 3 then error("E") else .n end', '0\n1\n2\n', '--jq: E'],
  ['.n, (.n | debug | if . == 2 then error("a\\nb") else empty end)', '0\n1\n2\n', '--jq: a b'],
  ['if .n == 1 then halt_error else .n end', '0\n', '--jq: {"n":1}'],
  ['if .n == 1 then input else .n end', '0\n', '--jq: no more inputs'],
  ['if .n == 1 then ("x" * 80000) | halt_error else .n end', '0\n', `--jq: ${'x'.repeat(300)}`],
  ['if .n == 1 then ("a" + " " * 80000 + "b") | halt_error else .n end', '0\n', '--jq: a'],
])('element by element, %s ends with the first that fails, wherever it stands', async (program, stdout, message) => {
  const rows = Array.from({length: 1400}, (_none, n) => ({n}));
  const outcome = await bizctl(['deals', 'list', '--output', 'ndjson', '--jq', program], {tenant: answering(rows)});
  expect({...outcome, stderr: JSON.parse(outcome.stderr).error.message}).toEqual({
    exitCode: 2,
    stdout,
    stderr: message,
  });
});

test('elements know nothing of each other, whatever a page holds', async () => {
  const rows = Array.from({length: 5}, (_none, n) => ({n}));
  const run = async (program: string) =>
    (await bizctl(['deals', 'list', '--output', 'ndjson', '--jq', program], {tenant: answering(rows)})).stdout;
  expect(await run('reduce inputs as $x (.n; . + 100)')).toBe('0\n1\n2\n3\n4\n');
  expect(await run('if .n == 2 then halt else .n end')).toBe('0\n1\n3\n4\n');
  expect(await run('# nothing')).toBe('{"n":0}\n{"n":1}\n{"n":2}\n{"n":3}\n{"n":4}\n');
});

test('rows of any size are taken element by element', async () => {
  const rows = Array.from({length: 900}, (_none, n) => ({n, text: 'x'.repeat(20_000)}));
  const line = ['deals', 'list', '--output', 'ndjson', '--jq', 'select(.n == 899).n'];
  expect(await bizctl(line, {tenant: answering(rows)})).toEqual({exitCode: 0, stdout: '899\n', stderr: ''});
});

test('$ENV and env are the real environment without the token, under any name (row 142)', async () => {
  const env = {BIZCTL_TOKEN: 'sandbox_test-token', COPY: 'Bearer sandbox_test-token', TEAM: 'a b'};
  const program = '$ENV.TEAM, env.TEAM, env.BIZCTL_TOKEN, $ENV.COPY, (env | tostring | contains("test-token"))';
  expect(await bizctl(['deals', 'list', '--jq', program], {tenant: deals, env})).toEqual({
    exitCode: 0,
    stdout: '"a b"\n"a b"\nnull\nnull\nfalse\n',
    stderr: '',
  });
});

test.each([
  ['--raw', '.[1].v', 'a\u009bb\n'],
  [
    '-r',
    '.[] | [.id, "it\'s", "x\ty"] | @tsv, @sh',
    "12345678901234567890\tit's\tx\\ty\n12345678901234567890 'it'\\''s' 'x\ty'\n2\tit's\tx\\ty\n2 'it'\\''s' 'x\ty'\n",
  ],
  ['-r', '"  two  \\n", "", .[0].v, [1]', '  two  \n\n\n1.10\n[\n  1\n]\n'],
])('%s prints the strings of %s without quotes, byte for byte (row 142)', async (flag, program, stdout) => {
  const line = ['deals', 'list', '--jq', program, flag];
  expect(await bizctl(line, {tenant: deals})).toEqual({exitCode: 0, stdout, stderr: ''});
});

test('raw strings come element by element, and are escaped at a terminal (row 142)', async () => {
  const line = ['deals', 'list', '--jq', '.v | tostring', '-r'];
  expect((await bizctl([...line, '--output', 'ndjson'], {tenant: deals})).stdout).toBe('1.10\na\u009bb\n');
  expect((await bizctl(['deals', 'list', '--jq', '.[1].v', '-r'], {tenant: deals, terminal: 80})).stdout).toBe(
    'a\\u009bb\n',
  );
  expect(await bizctl('deals list --raw', {tenant: deals})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: --raw needs --jq\nhint: Add --jq PROGRAM.\n',
  });
});

test('no other failure of jq is taken for a lack of memory', () => {
  const bug = new TypeError('a bug');
  const run = (error: unknown) => () =>
    runInMemory(() => {
      throw error;
    });
  expect(run(bug)).toThrow(bug);
  expect(run('a text')).toThrow('a text');
  expect(run(new RangeError('Invalid typed array length'))).toThrow(
    '--jq: not enough memory for this value and program',
  );
});
