import {expect, test} from 'vitest';
import {errorFor} from '../harness/error-for.js';
import {bizctl} from '../harness/run-bizctl.js';
import {answering, type reply} from '../harness/tenant.js';

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
  [
    '{message, errors} that say the same',
    {
      message: 'label is too long',
      errors: [
        {field: 'label', message: 'is too long'},
        {field: 'name', message: 'is odd'},
      ],
    },
    400,
    'application/json',
    'HTTP 400: label is too long; name: is odd',
  ],
  ['an array', [{message: 'first'}, 'second'], 400, 'application/json', 'HTTP 400: first; second'],
  ['a string', '"just this"', 400, 'application/json', 'HTTP 400: just this'],
  ['plain text', 'went\n wrong \u001b[31m', 400, 'text/plain', 'HTTP 400: went wrong \u001b[31m'],
  ['HTML', '<html><head><title>Not today</title></head><body>…</body></html>', 400, 'text/html', 'HTTP 400: Not today'],
  [
    'HTML without a title',
    '<html><style>p {}</style><script>let x = 1 < 2;</script><p>Down for repairs</p></html>',
    400,
    'text/html',
    'HTTP 400: Down for repairs',
  ],
  [
    '{errors} that name their member themselves',
    {errors: [{path: 'label', message: 'label is too long'}]},
    400,
    'application/json',
    'HTTP 400: label is too long',
  ],
  ['XML', '<?xml version="1.0"?><error><message>Nope</message></error>', 400, 'application/xml', 'HTTP 400: Nope'],
  ['broken JSON', '{"message": "x', 400, 'application/json', 'HTTP 400: {"message": "x'],
  [
    'a title with errors that name a pointer or a parameter',
    {
      title: 'Bad',
      errors: [
        {pointer: '#/label', detail: 'too long'},
        {param: 'name', reason: 'odd'},
        {path: ['a'], message: 'lost'},
      ],
    },
    400,
    'application/problem+json',
    'HTTP 400: Bad; #/label: too long; name: odd; lost',
  ],
  [
    'members of an object within an error',
    {code: 7, errors: [{field: 'options', message: {color: ['is taken', 'is long']}}]},
    400,
    'application/json',
    'HTTP 400: options: color: is taken; options: color: is long',
  ],
  [
    'a message and a map of problems, as Laravel sends them',
    {message: 'The given data was invalid.', errors: {label: ['The label field is required.'], name: ['taken']}},
    422,
    'application/json',
    'HTTP 422: The given data was invalid.; label: The label field is required.; name: taken',
  ],
  [
    'details with field violations, as Google sends them',
    {
      error: {
        code: 400,
        message: 'Bad',
        details: [
          {'@type': 'RetryInfo', retryDelay: '30s'},
          {fieldViolations: [{field: 'label', description: 'is odd'}]},
          'at foo.js:1',
        ],
      },
    },
    400,
    'application/json',
    'HTTP 400: Bad; label: is odd',
  ],
  [
    'invalid parameters (RFC 9457)',
    {title: 'Bad', 'invalid-params': [{name: 'age', reason: 'must be positive'}]},
    400,
    'application/problem+json',
    'HTTP 400: Bad; age: must be positive',
  ],
  [
    'invalid parameters in camel case',
    {title: 'Bad', invalidParams: [{name: 'label', reason: 'is too long'}]},
    422,
    'application/json',
    'HTTP 422: Bad; label: is too long',
  ],
  [
    'the fault of a gateway (Apigee)',
    {fault: {faultstring: 'label is too long', detail: {errorcode: 'steps.x'}}},
    422,
    'application/json',
    'HTTP 422: label is too long',
  ],
  [
    'a message beside empty ones',
    {faultstring: '', detail: '', message: 'real'},
    400,
    'application/json',
    'HTTP 400: real',
  ],
  [
    'a detail before the fault of a gateway',
    {faultstring: 'Internal', detail: 'the name is in use'},
    400,
    'application/json',
    'HTTP 400: the name is in use',
  ],
  [
    'the place and message of FastAPI',
    {detail: [{loc: ['body', 'options', 0], msg: 'field required', type: 'missing'}]},
    422,
    'application/json',
    'HTTP 422: body.options.0: field required',
  ],
  [
    'violations with property paths',
    {title: 'Bad', violations: [{propertyPath: 'label', message: 'is blank'}], details: {trace: 'x'}},
    422,
    'application/json',
    'HTTP 422: Bad; label: is blank',
  ],
  [
    'the first 20 of many errors, each once',
    {errors: Array.from({length: 60}, (_, index) => `e${Math.floor(index / 2)}`)},
    400,
    'application/json',
    `HTTP 400: ${Array.from({length: 10}, (_, index) => `e${index}`).join('; ')}`,
  ],
  ['a heading', '<body>\n<H1 class="x">Gone</H1><p>Go away</p></body>', 400, 'text/html', 'HTTP 400: Gone'],
  ['an empty body', '', 400, 'application/json', 'HTTP 400'],
  ['2 MB', long, 400, 'text/plain', `HTTP 400: ${'x'.repeat(300)}…`],
])('finds the server’s words in %s (row 65)', async (_shape, body, status, type, message) => {
  const error = await errorFor(body, {status, type, headers: {'x-request-id': 'r-1'}});
  expect(error).toEqual({
    exitCode: 5,
    code: 'refused',
    message: `${message} (GET /v2/customFields, request r-1)`,
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
  [423, 6, true],
  [429, 6, true],
  [500, 6, true],
  [503, 6, true],
  [599, 6, true],
])('maps HTTP %i to exit code %i (row 67)', async (status, exitCode, retryable) => {
  expect(await errorFor('', {status})).toMatchObject({exitCode, retryable, status});
});

test.each([
  ['fields list', 'Check the base URL.'],
  [
    'fields list --base-url https://api.example.com/v2',
    'Leave /v2 out of the base URL; every path already starts with it.',
  ],
  [
    'fields list --base-url https://api.example.com/v2/',
    'Leave /v2 out of the base URL; every path already starts with it.',
  ],
  ['fields create --name a --type decimal --if-exists allow', 'Check the base URL.'],
  ['fields delete cf_a --yes', 'Check the id and the base URL. For a name, pass name:cf_a.'],
  ['api GET v2/deals/7', 'Check the id and the base URL.'],
  ['api GET v2/invoices', 'Check the path and the base URL.'],
  ['api GET v2/invoices/7', 'Check the path and the base URL.'],
  ['api GET deals', 'Check the path. API paths start with v2/, for example v2/deals.'],
  ['api POST rest/v2/deals', 'Check the path. API paths start with v2/, for example v2/deals.'],
])('advises on HTTP 404 to %s', async (line, hint) => {
  const {exitCode, stderr} = await bizctl(line, {tenant: answering({message: 'none'}, {status: 404})});
  expect({exitCode, hint: stderr.split('\n').find(each => each.startsWith('hint: '))}).toEqual({
    exitCode: 4,
    hint: `hint: ${hint}`,
  });
});

test('says which token is not allowed to do something (row 67)', async () => {
  expect(await bizctl('fields list', {tenant: answering({message: 'admins only'}, {status: 403})})).toEqual({
    exitCode: 3,
    stdout: '',
    stderr:
      'error: HTTP 403: admins only (GET /v2/customFields)\nhint: Check that the token from BIZCTL_TOKEN is allowed to do this.\n',
  });
});

test('prints one line and a hint at a terminal', async () => {
  const tenant = answering({message: 'who are you'}, {status: 401});
  expect(await bizctl('fields list', {terminal: 80, tenant})).toEqual({
    exitCode: 3,
    stdout: '',
    stderr:
      '\u001b[31merror:\u001b[39m HTTP 401: who are you (GET /v2/customFields)\n' +
      '\u001b[2mhint:\u001b[22m The API rejected the token from BIZCTL_TOKEN. Set BIZCTL_TOKEN to a valid token.\n',
  });
});

const inObjects = (levels: number, message: unknown): unknown =>
  levels === 0 ? message : {error: inObjects(levels - 1, message)};
const inLists = (levels: number, message: unknown): unknown =>
  levels === 0 ? message : [inLists(levels - 1, message)];

test.each([
  ['7 objects', inObjects(7, 'deep'), 'HTTP 400: deep'],
  ['8 objects', inObjects(8, 'deep'), 'HTTP 400'],
  ['7 lists', inLists(7, 'deep'), 'HTTP 400: deep'],
  ['8 lists', inLists(8, 'deep'), 'HTTP 400'],
])('a message within %s is found or not', async (_what, body, expected) => {
  const tenant = answering(JSON.stringify(body), {status: 400});
  const {stderr} = await bizctl('fields list', {tenant});
  expect(stderr.split('\n')[0]).toBe(`error: ${expected} (GET /v2/customFields)`);
});

test.each([
  [100, ': late'],
  [20_000, ''],
])('an error body is searched for words up to a bound: behind %i empty problems (row 161)', async (count, words) => {
  const problems = [...Array.from({length: count}, () => ({})), {message: 'late'}];
  const tenant = answering({errors: problems}, {status: 400});
  const {exitCode, stderr} = await bizctl('fields list', {tenant});
  expect({exitCode, stderr}).toEqual({exitCode: 5, stderr: `error: HTTP 400${words} (GET /v2/customFields)\n`});
});

test('a field that is gone is not found, and a long request id is cut (row 65)', async () => {
  const headers = {'x-request-id': 'r'.repeat(200)};
  const {exitCode, stderr} = await bizctl('fields update cf_a --label L', {
    tenant: answering({message: 'gone'}, {status: 410, headers}),
  });
  expect({exitCode, message: stderr.split('\n')[0]}).toEqual({
    exitCode: 4,
    message: `error: HTTP 410: gone (PATCH /v2/customFields/cf_a, request ${'r'.repeat(100)})`,
  });
});
