import {beforeAll, expect, test, vi} from 'vitest';
import {TransportError} from '../../src/base/transport-error.js';
import {now, token} from '../harness/fixed.js';
import {bizctl} from '../harness/run-bizctl.js';
import {answering, createTenant, field, refuseConnection, reply, reset} from '../harness/tenant.js';

/** The error that a reply to `fields list` leads to. */
async function errorFor(body: Parameters<typeof reply>[0], init: Parameters<typeof reply>[1]) {
  const tenant = answering(body, init);
  const {exitCode, stdout, stderr} = await bizctl('fields list --json --retries 0', {tenant});
  expect(stdout).toBe('');
  return {exitCode, ...JSON.parse(stderr).error};
}

const long = 'x'.repeat(2_000_000);

test.each<[string, Parameters<typeof reply>[0], number, string, string]>([
  [
    'problem+json',
    {title: 'Bad', detail: 'filter is odd', status: 400},
    400,
    'application/problem+json',
    'HTTP 400: filter is odd',
  ],
  ['{message}', {message: 'no way'}, 409, 'application/json', 'HTTP 409: no way'],
  ['{error: {message}}', {error: {code: 'X', message: 'inner'}}, 422, 'application/json', 'HTTP 422: inner'],
  ['{error: string}', {error: 'plain'}, 400, 'application/json', 'HTTP 400: plain'],
  ['{errors: [string]}', {errors: ['one', 'two']}, 400, 'application/json', 'HTTP 400: one; two'],
  [
    '{errors: [{path, message}]}',
    {
      errors: [
        {path: 'a.b', message: 'is bad'},
        {field: 'c', message: 'is worse'},
      ],
    },
    400,
    'application/json',
    'HTTP 400: a.b: is bad; c: is worse',
  ],
  [
    'a map of members',
    {label: ['too long', 'too odd']},
    400,
    'application/json',
    'HTTP 400: label: too long; label: too odd',
  ],
  ['an array', [{message: 'first'}, 'second'], 400, 'application/json', 'HTTP 400: first; second'],
  ['a string', '"just this"', 400, 'application/json', 'HTTP 400: just this'],
  ['plain text', 'went\n wrong \u001b[31m', 400, 'text/plain', 'HTTP 400: went wrong \u001b[31m'],
  ['HTML', '<html><head><title>Not today</title></head><body>…</body></html>', 400, 'text/html', 'HTTP 400: Not today'],
  ['XML', '<?xml version="1.0"?><error><message>Nope</message></error>', 400, 'application/xml', 'HTTP 400: Nope'],
  ['broken JSON', '{"message": "x', 400, 'application/json', 'HTTP 400: {"message": "x'],
  ['nothing at all', '', 400, 'application/json', 'HTTP 400'],
  ['2 MB', long, 400, 'text/plain', `HTTP 400: ${'x'.repeat(300)}…`],
])('finds the server’s words in %s (row 65)', async (_shape, body, status, type, message) => {
  const error = await errorFor(body, {status, type, headers: {'x-request-id': 'r-1'}});
  expect(error).toEqual({
    exitCode: 5,
    code: 'refused',
    message: `${message} (GET /v2/customFields)`,
    hint: null,
    retryable: false,
    status,
    method: 'GET',
    path: '/v2/customFields',
    request_id: 'r-1',
  });
});

test.each([
  [400, 5, false],
  [401, 3, false],
  [403, 3, false],
  [404, 4, false],
  [408, 6, true],
  [409, 5, false],
  [418, 5, false],
  [429, 6, true],
  [500, 6, true],
  [503, 6, true],
  [599, 6, true],
])('exits by the status: %i is %i (row 67)', async (status, exitCode, retryable) => {
  expect(await errorFor('', {status})).toMatchObject({exitCode, retryable, status});
});

test('says in one line and a hint what is wrong, where people read', async () => {
  expect(await bizctl('fields list', {tenant: answering({message: 'who are you'}, {status: 401})})).toEqual({
    exitCode: 3,
    stdout: '',
    stderr:
      'error: HTTP 401: who are you (GET /v2/customFields)\nhint: The token from BIZCTL_TOKEN was not accepted.\n',
  });
});

test('never repeats the token, in whatever form the server sends it back (rows 66, 79)', async () => {
  const secret = 'S3cr3t+/=token';
  const forms = `${secret} ${encodeURIComponent(secret)} ${Buffer.from(secret).toString('base64')}`;
  for (const line of ['fields list --verbose', 'fields list --json --verbose']) {
    const {stdout, stderr} = await bizctl(line, {
      tenant: answering({message: `bad: Bearer ${forms}`}, {status: 401}),
      env: {BIZCTL_TOKEN: secret},
    });
    expect(stdout).toBe('');
    expect(stderr).toContain('bad: Bearer *** *** ***');
    for (const form of forms.split(' ')) expect(stderr).not.toContain(form);
  }
});

test('leaves ordinary words whole, and hides the token inside other base64 and other spellings', async () => {
  const said = async (secret: string, message: string) =>
    (await bizctl('fields list', {tenant: answering({message}, {status: 400}), env: {BIZCTL_TOKEN: secret}})).stderr;
  expect(await said('test', 'the latest test of test_a')).toContain('HTTP 400: the latest *** of test_a (');
  const secret = 'S3cr3t+/=token';
  for (const text of [`Bearer ${secret}`, `x:${secret}`, `user:${secret}`]) {
    const stderr = await said(secret, `got ${Buffer.from(text).toString('base64')}`);
    expect(stderr).toContain('***');
    expect(stderr).not.toContain(Buffer.from(secret).toString('base64').slice(4, -4));
  }
  for (const spelled of [
    encodeURIComponent(encodeURIComponent(secret)),
    'S3cr\u00ad3t+/=token',
    'S3cr3t\n+/=token',
    'S3cr3t&#43;&#x2f;=token',
  ])
    expect(await said(secret, spelled)).toContain('HTTP 400: *** (');
});

test.each<[string, Parameters<typeof reply>[0], string, string]>([
  [
    'an HTML page (row 44)',
    '<!doctype html>\n<title>Log in</title>',
    'text/html; charset=utf-8',
    'expected JSON, got text/html (is the base URL right?): <!doctype html> <title>Log in</title>',
  ],
  ['an empty body (row 45)', '', 'application/json', 'expected JSON, got an empty body'],
  ['null (row 45)', 'null', 'application/json', 'the reply has no list in "custom_fields": it is null'],
  ['a string (row 45)', '"ok"', 'application/json', 'the reply has no list in "custom_fields": it is a string'],
  [
    'an object without the list (row 45)',
    '{}',
    'application/json',
    'the reply has no list in "custom_fields": it is missing',
  ],
  [
    'an object for the list',
    '{"custom_fields":{}}',
    'application/json',
    'the reply has no list in "custom_fields": it is an object',
  ],
  [
    'a list of strings',
    '{"custom_fields":["a"]}',
    'application/json',
    'the reply has no list in "custom_fields": it holds members that are not objects',
  ],
  [
    'JSON that is cut (row 48)',
    '{"custom_fields":[{"id":"a"',
    'application/json',
    'expected JSON, got a body that is not valid JSON (is the base URL right?): {"custom_fields":[{"id":"a"',
  ],
  [
    'NaN (row 51)',
    '{"custom_fields":[NaN]}',
    'application/json',
    'expected JSON, got a body that is not valid JSON (is the base URL right?): {"custom_fields":[NaN]}',
  ],
  [
    'two values (row 51)',
    '{}\n{}',
    'application/json',
    'expected JSON, got a body that is not valid JSON (is the base URL right?): {} {}',
  ],
  ['UTF-16 (row 51)', Buffer.from('\ufeff{}', 'utf16le'), 'application/json', 'the reply is not valid UTF-8'],
  ['invalid UTF-8 (row 49)', new Uint8Array([0x22, 0xff, 0x22]), 'application/json', 'the reply is not valid UTF-8'],
  [
    '20,000 levels (row 55)',
    `{"custom_fields":[{"type":${'['.repeat(20_000)}${']'.repeat(20_000)}}]}`,
    'application/json',
    'the JSON is nested too deeply: at most 100 levels are read',
  ],
  [
    '20,000 levels around an exact number (row 55)',
    `${'['.repeat(20_000)}1.10${']'.repeat(20_000)}`,
    'application/json',
    'the JSON is nested too deeply: at most 100 levels are read',
  ],
])('is one clear error when the reply is %s', async (_what, body, type, message) => {
  expect(await errorFor(body, {type})).toMatchObject({exitCode: 6, code: 'unavailable', message});
});

test('reads a reply with a byte order mark, and one without a content type (row 50)', async () => {
  expect(
    await bizctl('fields list --columns name', {tenant: answering('\ufeff{"custom_fields":[{"name":"a"}]}')}),
  ).toEqual({exitCode: 0, stdout: 'NAME\na\n', stderr: ''});
  expect((await bizctl('fields list', {tenant: answering('{"custom_fields":[]}', {type: ''})})).exitCode).toBe(0);
});

test.each([
  [
    'https://evil.example/x',
    'https://evil.example',
    'If it is the right place, set the base URL to https://evil.example.',
  ],
  ['//evil.example/x', 'https://evil.example', 'If it is the right place, set the base URL to https://evil.example.'],
  ['/elsewhere', 'https://api.example.com', 'Check the base URL.'],
  [
    '/rest/v2/customFields',
    'https://api.example.com',
    'If it is the right place, set the base URL to https://api.example.com/rest.',
  ],
  [
    'https://user:pw@evil.example/',
    'https://evil.example',
    'If it is the right place, set the base URL to https://evil.example.',
  ],
  ['javascript:alert(1)', 'an unreadable address', 'Check the base URL.'],
])('never follows a redirect to %s (rows 70, 71)', async (location, target, advice) => {
  const tenant = answering('', {status: 302, headers: {location}});
  const {exitCode, stderr} = await bizctl('fields list', {tenant});
  expect({exitCode, stderr, requests: tenant.requests}).toEqual({
    exitCode: 6,
    stderr: `error: refused a redirect to ${target} (HTTP 302)\nhint: Nothing was sent there. ${advice}\n`,
    requests: ['GET /v2/customFields'],
  });
});

test('tries a GET again after 5xx and after a lost connection, silently (row 1)', async () => {
  const tenant = createTenant([field('a')], {
    'GET /v2/customFields#1': () => reply('', {status: 502}),
    'GET /v2/customFields#2': () => reset(),
  });
  expect(await bizctl('fields list --columns name', {tenant})).toEqual({exitCode: 0, stdout: 'NAME\na\n', stderr: ''});
  expect(tenant.requests).toHaveLength(3);
});

test('gives up after four attempts (row 2), or as many as --retries says', async () => {
  const tenant = answering('', {status: 503});
  expect(await bizctl('fields list', {tenant})).toMatchObject({
    exitCode: 6,
    stderr: 'error: HTTP 503 after 4 attempts (GET /v2/customFields)\nhint: Try again later.\n',
  });
  expect(tenant.requests).toHaveLength(4);
  const once = answering('', {status: 503});
  await bizctl('fields list --retries 0', {tenant: once});
  expect(once.requests).toHaveLength(1);
});

test('does not wait for what is too long (row 6)', async () => {
  const tenant = answering('', {status: 429, headers: {'retry-after': '86400'}});
  expect(await bizctl('fields list', {tenant})).toEqual({
    exitCode: 6,
    stdout: '',
    stderr: 'error: rate limited, the API asks to wait 24 h (GET /v2/customFields)\nhint: Try again later.\n',
  });
  expect(tenant.requests).toHaveLength(1);
});

test('row 10: begins no attempt that the budget for retries has no time for', async () => {
  const tenant = answering('', {status: 503, headers: {'retry-after': '2'}});
  expect(await bizctl('fields list --retry-budget 1', {tenant})).toEqual({
    exitCode: 6,
    stdout: '',
    stderr: 'error: HTTP 503 (GET /v2/customFields)\nhint: Try again later.\n',
  });
  expect(tenant.requests).toHaveLength(1);
});

// What is loaded when it is needed takes time that is not in our hands.
beforeAll(() => import('../../src/http/http-client.js'));

/** How many requests there have been after each wait, with the clock in our hands. */
async function countRequests(
  tenant: ReturnType<typeof createTenant>,
  line: string,
  waits: readonly number[],
  stdin = '',
): Promise<readonly number[]> {
  vi.useFakeTimers({now, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance']});
  const sleep = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds));
  const running = bizctl(line, {tenant, backoffMs: 300, stdin, sleep});
  const counts: number[] = [];
  for (const wait of waits) {
    await vi.advanceTimersByTimeAsync(wait);
    counts.push(tenant.requests.length);
  }
  await vi.runAllTimersAsync();
  await running;
  vi.useRealTimers();
  return counts;
}

const limited = (value: string, headers = {}) =>
  createTenant([], {
    'GET /v2/customFields#1': () => reply('', {status: 429, headers: {'retry-after': value, ...headers}}),
  });

test('waits as long as Retry-After says, in seconds or as a date by the server’s clock (rows 3, 4, 15)', async () => {
  expect(await countRequests(limited('2'), 'fields list', [0, 1999, 1])).toEqual([1, 1, 2]);
  const inTwoSeconds = new Date(now.getTime() + 2000).toUTCString();
  expect(await countRequests(limited(inTwoSeconds), 'fields list', [0, 1999, 1])).toEqual([1, 1, 2]);
});

test('row 17: after a wait in which more time went by than there was, nothing is tried any more', async () => {
  vi.useFakeTimers({now, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance']});
  const tenant = limited('2');
  const running = bizctl('fields list', {tenant});
  await vi.advanceTimersByTimeAsync(1999);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(3_600_000);
  await vi.advanceTimersByTimeAsync(1);
  clock.mockRestore();
  vi.useRealTimers();
  expect(await running).toMatchObject({exitCode: 6, stderr: expect.stringContaining('rate limited')});
  expect(tenant.requests).toHaveLength(1);
});

test.each([
  ['seconds from now', '2', {}],
  ['seconds since 1970', String(now.getTime() / 1000 + 2), {}],
  ['seconds since 1970, by the server’s clock', '1700000002', {date: new Date(1_700_000_000_000).toUTCString()}],
])(
  'row 16: when no request is left, the next one leaves when the API counts anew, in %s',
  async (_what, reset, more) => {
    const headers = {'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset, ...more};
    const twoPages = (given: Record<string, string>) =>
      createTenant([], {
        'GET /v2/customFields#1': () => reply({custom_fields: [], next_page_token: 'two'}, {headers: given}),
        'GET /v2/customFields#2': () => reply({custom_fields: []}, {headers: given}),
      });
    expect(await countRequests(twoPages(headers), 'fields list', [0, 1999, 1])).toEqual([1, 1, 2]);
    expect(await countRequests(twoPages({...headers, 'x-ratelimit-remaining': '1'}), 'fields list', [0])).toEqual([2]);
    // Nobody waits a day for what nothing documents.
    expect(
      await countRequests(twoPages({...headers, 'x-ratelimit-reset': '86400', date: ''}), 'fields list', [0]),
    ).toEqual([2]);
  },
);

test('row 16: a wait for the next request is told, one after the last request is none', async () => {
  const headers = {'ratelimit-remaining': '0', 'ratelimit-reset': '30'};
  const tenant = createTenant([], {
    'GET /v2/customFields#1': () => reply({custom_fields: [field('a')], next_page_token: 'two'}, {headers}),
    'GET /v2/customFields#2': () => reply({custom_fields: [field('b')]}, {headers}),
  });
  const sleep = async () => {};
  expect(await bizctl('fields list --output ndjson --columns name', {tenant, sleep})).toEqual({
    exitCode: 0,
    stdout: '{"name":"a"}\n{"name":"b"}\n',
    stderr: '{"note":{"message":"rate limited, again in 30 s"}}\n',
  });
});

test('rows 9 and 42: what one write is asked to wait, the next ones wait as well', async () => {
  const tenant = createTenant([], {
    'POST /v2/customFields#1': () => reply('', {status: 429, headers: {'retry-after': '2'}}),
  });
  const type = {discriminator: 'SIMPLE', primitive_type: 'DECIMAL'};
  const fields = ['a', 'b', 'c', 'd'].map(name => JSON.stringify({name, label: name, type})).join('\n');
  const line = 'fields create --file - --if-exists allow --concurrency 2 --quiet';
  // What is loaded when it is needed takes time that is not in our hands.
  expect(await bizctl(line, {tenant: createTenant(), stdin: fields})).toMatchObject({exitCode: 0, stderr: ''});
  // Two were on the way; one of them comes again, and the other two have not left before that.
  expect(await countRequests(tenant, line, [0, 1999, 2], fields)).toEqual([2, 2, 5]);
});

test.each([-3600, 3600])('waits by the clock of the server also when that is %d s off (row 15)', async offset => {
  const server = now.getTime() + offset * 1000;
  const date = new Date(server).toUTCString();
  expect(
    await countRequests(limited(new Date(server + 2000).toUTCString(), {date}), 'fields list', [0, 1999, 1]),
  ).toEqual([1, 1, 2]);
});

test('row 47: a reply that is cut off is asked for again, as after any fault of the network', async () => {
  const cut = () =>
    new Response(
      new ReadableStream({
        start: controller => {
          controller.enqueue(new TextEncoder().encode('{"custom_fields":['));
          controller.error(new Error('closed'));
        },
      }),
    );
  const tenant = createTenant([field('a')], {'GET /v2/customFields#1': cut, 'GET /v2/customFields#2': cut});
  expect(await bizctl('fields list --columns name', {tenant})).toEqual({exitCode: 0, stdout: 'NAME\na\n', stderr: ''});
  expect(tenant.requests).toHaveLength(3);
  const always = createTenant([], {'GET /v2/customFields': cut});
  expect(await bizctl('fields list --retries 1', {tenant: always})).toMatchObject({
    exitCode: 6,
    stderr: expect.stringContaining('the reply was cut off'),
  });
  expect(always.requests).toHaveLength(2);
});

test.each(['-5', 'soon', '0x10', '1e9', '', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
  'takes Retry-After %j for none, and waits as after any fault (row 5)',
  async value => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
    expect(await countRequests(limited(value), 'fields list', [0, 149, 1])).toEqual([1, 1, 2]);
    random.mockRestore();
  },
);

test('waits twice as long with each attempt, with jitter (row 10)', async () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  expect(
    await countRequests(
      createTenant([], {'GET /v2/customFields': () => reply('', {status: 503})}),
      'fields list',
      [0, 149, 1, 299, 1, 599, 1],
    ),
  ).toEqual([1, 1, 2, 2, 3, 3, 4]);
  random.mockRestore();
});

test('names the host, not the token, when it cannot be reached (row 11)', async () => {
  const tenant = {fetch: async () => refuseConnection()};
  expect(await bizctl('fields list', {tenant})).toEqual({
    exitCode: 6,
    stdout: '',
    stderr:
      'error: cannot reach https://api.example.com: connection refused\nhint: Check the base URL, the network, and HTTPS_PROXY if it is set.\n',
  });
});

test('retries a refused connection (row 11)', async () => {
  let attempts = 0;
  const fetch = async () => {
    attempts += 1;
    throw new TransportError('ECONNREFUSED', false);
  };
  expect(await bizctl('fields list --retries 1', {tenant: {fetch}})).toEqual({
    exitCode: 6,
    stdout: '',
    stderr:
      'error: cannot reach https://api.example.com: connection refused\nhint: Check the base URL, the network, and HTTPS_PROXY if it is set.\n',
  });
  expect(attempts).toBe(2);
});

test('a wait that the API asks of one write is told also when that is not tried again', async () => {
  const tenant = createTenant([], {
    'POST /v2/customFields#1': () => reply('', {status: 429, headers: {'retry-after': '6'}}),
  });
  const type = {discriminator: 'SIMPLE', primitive_type: 'DECIMAL'};
  const stdin = ['a', 'b'].map(name => JSON.stringify({name, label: name, type})).join('\n');
  const line = 'fields create --file - --if-exists allow --concurrency 1 --retries 0';
  const {stderr} = await bizctl(line, {tenant, stdin, sleep: async () => {}});
  expect(stderr).toContain('note: rate limited, again in 6 s\n');
});

test('warns once a run that an operation is deprecated (row 69)', async () => {
  const headers = {
    deprecation: '@1735689600',
    sunset: 'Wed, 11 Nov 2026 00:00:00 GMT',
    link: '<https://docs.example/v3\u009b>; rel="successor-version", <javascript:alert(1)>; rel=deprecation',
  };
  const page = (next_page_token: string) =>
    reply(
      {custom_fields: [field(next_page_token || 'last')], next_page_token},
      {headers: {...headers, link: headers.link.replace('\u009b', '')}},
    );
  const tenant = createTenant([], {
    'GET /v2/customFields#1': () => page('2'),
    'GET /v2/customFields#2': () => page(''),
  });
  expect(await bizctl('fields list --columns name', {tenant})).toEqual({
    exitCode: 0,
    stdout: 'NAME\n2\nlast\n',
    stderr:
      'warning: GET /v2/customFields is deprecated since 2025-01-01; it works until 2026-11-11; see https://docs.example/v3\n',
  });
  const odd = answering(
    {custom_fields: []},
    {headers: {deprecation: '@soon', sunset: 'never', link: '<ftp://x>; rel="successor-version"'}},
  );
  expect((await bizctl('fields list --json --quiet', {tenant: odd})).stderr).toBe('');
  expect((await bizctl('fields list', {tenant: odd})).stderr).toContain(
    'warning: GET /v2/customFields is deprecated\n',
  );
});

test('keeps the path of the base URL', async () => {
  for (const base of ['https://api.example.com/crm/rest', 'https://api.example.com/crm/rest/']) {
    const tenant = answering({custom_fields: []});
    expect((await bizctl('fields list --json', {tenant, env: {BIZCTL_BASE_URL: base}})).exitCode).toBe(0);
    expect(tenant.requests).toEqual(['GET /crm/rest/v2/customFields']);
  }
});

test.each([
  ['nothing', undefined, 'no base URL is configured'],
  ['no address', 'api.example.com', 'the base URL from BIZCTL_BASE_URL is not an http address: "api.example.com"'],
  [
    'plain http (row 72)',
    'http://api.example.com',
    'the base URL from BIZCTL_BASE_URL is plain http to api.example.com',
  ],
  [
    'a name that only looks like loopback (row 77)',
    'http://127.0.0.1.evil.example',
    'the base URL from BIZCTL_BASE_URL is plain http to 127.0.0.1.evil.example',
  ],
  ['a password', 'https://me:pw@api.example.com', 'the base URL from BIZCTL_BASE_URL holds a user name or password'],
  ['a query', 'https://api.example.com/?a=1', 'the base URL from BIZCTL_BASE_URL has a "?" or "#" part'],
])('refuses %s for a base URL before any request', async (_what, base, message) => {
  const tenant = createTenant();
  const {exitCode, stderr} = await bizctl('fields list', {tenant, env: {BIZCTL_BASE_URL: base}});
  expect({exitCode, requests: tenant.requests}).toEqual({exitCode: 2, requests: []});
  expect(stderr).toMatch(/^error: [^\n]+\nhint: [^\n]+\n$/);
  expect(stderr).toContain(`error: ${message}`);
});

test.each(['http://127.0.0.1:4010', 'http://localhost', 'http://[::1]:1/x', 'HTTPS://API.example.com'])(
  'takes %s for a base URL',
  async base => {
    expect(
      (await bizctl('fields list --json', {tenant: answering({custom_fields: []}), env: {BIZCTL_BASE_URL: base}}))
        .exitCode,
    ).toBe(0);
  },
);

test('refuses a token with a line break before any request (row 74)', async () => {
  const tenant = createTenant();
  const {exitCode, stderr} = await bizctl('fields list', {tenant, env: {BIZCTL_TOKEN: 'abc\r\nX-Evil: 1'}});
  expect({exitCode, requests: tenant.requests}).toEqual({exitCode: 2, requests: []});
  expect(stderr).not.toContain('X-Evil');
});

test('sends the token to the fields as well, and works without one there', async () => {
  const seen: (string | null)[] = [];
  const fetch = async (request: Request) => {
    seen.push(request.headers.get('authorization'), request.headers.get('accept'));
    return reply({custom_fields: []});
  };
  await bizctl('fields list', {tenant: {fetch}});
  await bizctl('fields list', {tenant: {fetch}, env: {BIZCTL_TOKEN: undefined}});
  expect(seen).toEqual([`Bearer ${token}`, 'application/json', null, 'application/json']);
});

test('ends with 130 on Ctrl-C, and says that a write may have been carried out', async () => {
  const {InterruptedError} = await import('../../src/base/errors.js');
  const hanging = (controller: AbortController) => ({
    fetch: (request: Request) =>
      new Promise<Response>((_resolve, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason));
        controller.abort(new InterruptedError(130));
      }),
  });
  const reading = new AbortController();
  expect(await bizctl('fields list --json', {tenant: hanging(reading), signal: reading.signal})).toMatchObject({
    exitCode: 130,
    stdout: '',
  });
  const writing = new AbortController();
  expect(await bizctl('fields update cf_a --label x', {tenant: hanging(writing), signal: writing.signal})).toEqual({
    exitCode: 130,
    stdout: '',
    stderr: 'error: interrupted; may have been updated: cf_a\n',
  });
});

test('ends quietly when the reader of stdout has gone (row 96), with 11 when the disk is full (row 97)', async () => {
  const {BrokenPipeError, LocalError} = await import('../../src/base/errors.js');
  const failing = (error: Error) => () => {
    throw error;
  };
  const tenant = createTenant([field('a')]);
  expect(await bizctl('fields list', {tenant, stdout: failing(new BrokenPipeError())})).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: '',
  });
  expect(await bizctl('fields list', {tenant, stdout: failing(new LocalError('cannot write output: ENOSPC'))})).toEqual(
    {exitCode: 11, stdout: '', stderr: 'error: cannot write output: ENOSPC\n'},
  );
});

test('calls what nobody foresaw a bug, without a stack', async () => {
  const tenant = {
    fetch: async () => {
      throw new RangeError('out of cheese');
    },
  };
  expect(await bizctl('fields list', {tenant})).toEqual({
    exitCode: 1,
    stdout: '',
    stderr:
      'error: this is a bug in bizctl: out of cheese\nhint: Please report it, with the output of --verbose (test).\n',
  });
});

test('rows 12 and 13: what hangs, before its headers or in the middle of its body, is given up', async () => {
  const hanging = {fetch: () => new Promise<Response>(() => {})};
  expect(await bizctl('fields list --timeout 0.05', {tenant: hanging})).toEqual({
    exitCode: 6,
    stdout: '',
    stderr:
      'error: no complete reply within 0.05 s (https://api.example.com)\nhint: Allow more time with --timeout, or try again later.\n',
  });
  const dripping = {
    fetch: async () =>
      new Response(new ReadableStream({start: controller => controller.enqueue(new TextEncoder().encode('{'))})),
  };
  expect(await bizctl('fields list --timeout 0.05', {tenant: dripping})).toMatchObject({
    exitCode: 6,
    stdout: '',
    stderr: expect.stringContaining('no complete reply within 0.05 s'),
  });
});

test('row 63: a page token is sent as it is, whatever it is made of', async () => {
  const token = 'a&b#c d/\u001b%2F=';
  const tenant = createTenant([], {
    'GET /v2/customFields#1': () => reply({custom_fields: [field('a')], next_page_token: token}),
    'GET /v2/customFields#2': () => reply({custom_fields: [field('b')]}),
  });
  expect((await bizctl('fields list --columns name', {tenant})).stdout).toBe('NAME\na\nb\n');
  expect(tenant.requests).toEqual([
    'GET /v2/customFields',
    `GET /v2/customFields?page_token=${encodeURIComponent(token)}`,
  ]);
});

test('row 76: address and token of the environment go together, and --verbose says so', async () => {
  const {exitCode, stderr} = await bizctl('fields list --verbose', {tenant: createTenant([field('a')])});
  expect(exitCode).toBe(0);
  expect(stderr.split('\n')[0]).toBe(
    'base URL https://api.example.com/ (from BIZCTL_BASE_URL); token from BIZCTL_TOKEN',
  );
});
