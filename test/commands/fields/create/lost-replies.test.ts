import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {InterruptedError} from '../../../../src/base/errors.js';
import type {JsonObject} from '../../../../src/json/json.js';
import {token} from '../../../harness/fixed.js';
import {loseReply, loseReplyBehind} from '../../../harness/lost-replies.js';
import {bizctl} from '../../../harness/run-bizctl.js';
import {createTenant, decimal, type Fault, field, refuseConnection, reply, reset} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

test.each([
  ['resetting (row 19)', loseReply],
  ['HTTP 500 (row 20)', loseReplyBehind(() => reply('oops', {status: 500, type: 'text/plain'}))],
  ['503 with Retry-After (row 8)', loseReplyBehind(() => reply('', {status: 503, headers: {'retry-after': '0'}}))],
  ['201 with HTML (row 21)', loseReplyBehind(() => reply('<html>', {status: 201, type: 'text/html'}))],
  ['201 with an empty body (row 21)', loseReplyBehind(() => reply('', {status: 201}))],
  ['201 with truncated JSON (row 21)', loseReplyBehind(() => reply('{"id": "cf', {status: 201}))],
  ['201 with an object that is not a field (row 21)', loseReplyBehind(() => reply({}, {status: 201}))],
  [
    'a redirect after the write (row 70)',
    loseReplyBehind(() => reply('', {status: 303, headers: {location: 'https://evil.example/'}})),
  ],
])('finds the field by reading back after %s and never creates it twice', async (what, fault) => {
  if (what.startsWith('201')) allowViolations();
  const tenant = createTenant([field('other')], {'POST /v2/customFields': fault});
  const {exitCode, stdout, stderr} = await bizctl('fields create --name a --type decimal --json --columns name', {
    tenant,
  });
  expect({exitCode, stdout: JSON.parse(stdout), stderr: JSON.parse(stderr)}).toEqual({
    exitCode: 0,
    stdout: {name: 'a'},
    stderr: {note: {message: '"a": created; confirmed by reading back'}},
  });
  expect(tenant.requests.filter(request => request.startsWith('POST'))).toHaveLength(1);
  expect(tenant.fields()).toHaveLength(2);
});

test.each([1, 2])('finds the field even when the list lags by %i reads (row 22)', async lag => {
  const tenant = createTenant([], {
    'POST /v2/customFields': loseReply,
    ...Object.fromEntries(
      Array.from({length: lag}, (_none, read) => [
        `GET /v2/customFields#${read + 2}`,
        () => reply({custom_fields: []}),
      ]),
    ),
  });
  expect(await bizctl('fields create --name a --type decimal --json --columns name', {tenant})).toEqual({
    exitCode: 0,
    stdout: '{\n  "name": "a"\n}\n',
    stderr: '{"note":{"message":"\\"a\\": created; confirmed by reading back"}}\n',
  });
  expect(tenant.requests.map(request => request.split(' ')[0])).toEqual([
    'GET',
    'POST',
    ...Array.from({length: lag + 1}, () => 'GET'),
  ]);
});

/** Loses the reply to a create, and lists the field afterwards. */
function createTakenTenant(theirs: JsonObject) {
  let isTaken = false;
  return createTenant([], {
    'POST /v2/customFields': () => {
      isTaken = true;
      return reset();
    },
    'GET /v2/customFields': () => reply({custom_fields: isTaken ? [theirs] : []}),
  });
}

test.each([
  [
    'of another type',
    field('a'),
    `the tenant now has "cf_a", which someone else may have created: the API returned values other than those sent: type, label`,
  ],
  [
    'with another label',
    field('a', {type: {discriminator: 'SIMPLE', primitive_type: 'PHONE'}, label: 'Theirs'}),
    `the tenant now has "cf_a", which someone else may have created: the API returned values other than those sent: label`,
  ],
])(
  'does not confuse a field %s that has got the name meanwhile with the one sent (row 18)',
  async (_how, theirs, seen) => {
    const tenant = createTakenTenant(theirs);
    const {exitCode, stdout, stderr} = await bizctl('fields create --name a --type phone --label Ours', {tenant});
    expect({exitCode, stdout, stderr}).toEqual({
      exitCode: 7,
      stdout: '',
      stderr: expect.stringMatching(/^error: the outcome of creating "a" is unknown \(.*\); (.*)\n/),
    });
    expect(stderr).toContain(`); ${seen}\n`);
  },
);

test.each([null, undefined])(
  'a list that shows the type as %s proves that the field was created (row 18)',
  async type => {
    const tenant = createTakenTenant({...field('a'), type});
    const {exitCode, stderr} = await bizctl('fields create --name a --type phone', {tenant});
    expect({exitCode, stderr}).toEqual({
      exitCode: 0,
      stderr:
        'note: "a": created; confirmed by reading back\nwarning: "a": the API returned values other than those sent: type\n',
    });
  },
);

test('reports an unknown outcome when reading back does not find the field (row 18)', async () => {
  const tenant = createTenant([], {'POST /v2/customFields': () => reset()});
  expect(await bizctl('fields create --name a --type decimal', {tenant})).toMatchInlineSnapshot(`
    {
      "exitCode": 7,
      "stderr": "error: the outcome of creating "a" is unknown (no complete reply from https://api.example.com: the connection was reset); the field is not listed
    hint: Run the same command again; it checks before it writes.
    ",
      "stdout": "",
    }
  `);
  expect(tenant.requests.map(request => request.split(' ')[0])).toEqual(['GET', 'POST', 'GET', 'GET', 'GET', 'GET']);
});

test('an apply says how to resume it, and nothing of the same command (row 18)', async () => {
  const tenant = createTenant([], {'POST /v2/customFields': () => reply('', {status: 500})});
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', type: decimal}]})};
  const home = mkdtempSync(join(tmpdir(), 'bizctl-lost-'));
  const {exitCode, stderr} = await bizctl('fields apply -f f.json --yes', {tenant, files, home});
  rmSync(home, {recursive: true});
  expect({exitCode, hint: /^hint: (.*?) \d/m.exec(stderr)?.[1]}).toEqual({
    exitCode: 7,
    hint: 'To resume, run: bizctl fields apply --resume',
  });
});

test('names both fields when someone else created the same name meanwhile (row 23)', async () => {
  const tenant = createTenant([], {
    'POST /v2/customFields': async (_request, carryOut) => {
      await carryOut();
      await carryOut();
      return reset();
    },
  });
  const {exitCode, stderr} = await bizctl('fields create --name a --type decimal', {tenant});
  expect({exitCode, stderr}).toEqual({
    exitCode: 7,
    stderr: expect.stringMatching(
      /the tenant now has "cf_\w+" and "cf_\w+"\nhint: Check the tenant. Running the same command again creates no duplicate\./,
    ),
  });
});

test('claims no field as its own that may have been there before (row 20)', async () => {
  const tenant = createTenant([], {'POST /v2/customFields': loseReply});
  const {exitCode, stdout, stderr} = await bizctl('fields create --name a --type decimal --if-exists allow', {tenant});
  expect({exitCode, stdout, stderr: stderr.replaceAll(/cf_\w+/g, 'ID')}).toMatchInlineSnapshot(`
    {
      "exitCode": 7,
      "stderr": "error: the outcome of creating "a" is unknown (no complete reply from https://api.example.com: the connection was reset); the tenant now has "ID"
    hint: Check the tenant first: running the command again may create a duplicate.
    ",
      "stdout": "",
    }
  `);
});

test('a redirect after which nothing is found was no write (row 70)', async () => {
  const tenant = createTenant([], {
    'POST /v2/customFields': () => reply('', {status: 303, headers: {location: 'https://evil.example/'}}),
  });
  expect(await bizctl('fields create --name a --type decimal', {tenant})).toEqual({
    exitCode: 6,
    stdout: '',
    stderr:
      'error: refused a redirect to https://evil.example (HTTP 303)\nhint: Nothing was sent there. If that is the right address, set the base URL to https://evil.example.\n',
  });
});

test.each<[string, string, string, Fault]>([
  [
    'two new fields have the name',
    'the tenant now has "cf_a" and "cf_b"',
    'Check the tenant. Running the same command again creates no duplicate.',
    () => reply({custom_fields: [field('a'), field('b', {name: 'a'})]}),
  ],
  [
    'the list cannot be read',
    'the list cannot be read: HTTP 403: no (GET /v2/customFields)',
    'Check the tenant first: running the command again may create a duplicate.',
    () => reply({message: 'no'}, {status: 403}),
  ],
])('does not guess the id that a reply leaves out when %s (row 137)', async (_what, words, hint, list) => {
  const tenant = createTenant([], {
    'POST /v2/customFields': () => reply({name: 'a'}, {status: 201}),
    'GET /v2/customFields#2': list,
  });
  expect(await bizctl('fields create --name a --type decimal', {tenant})).toEqual({
    exitCode: 7,
    stdout: '',
    stderr: `error: creating "a" succeeded, but the reply has no id, and ${words}
hint: ${hint}
`,
  });
});

test('takes an update whose reply has no id for what it shows, and no status for a field (row 137)', async () => {
  const update = (answer: object) => {
    const tenant = createTenant([field('a')], {'PATCH /v2/customFields': loseReplyBehind(() => reply({...answer}))});
    return bizctl('fields update cf_a --label N --output ndjson', {tenant});
  };
  expect(await update({label: 'N'})).toEqual({exitCode: 0, stdout: '{"id":"cf_a","label":"N"}\n', stderr: ''});
  expect(await update({status: 'ok'})).toEqual({
    exitCode: 0,
    stdout: `${JSON.stringify(field('a', {label: 'N'}))}\n`,
    stderr: '{"note":{"message":"cf_a: updated; confirmed by reading back"}}\n',
  });
});

test('does not mistake another field for the one it wrote', async () => {
  const tenant = createTenant([field('a'), field('b')], {
    'PATCH /v2/customFields': () => reply(field('b', {label: 'N'})),
  });
  expect(await bizctl('fields update cf_a --label N', {tenant})).toMatchObject({
    exitCode: 7,
    stdout: '',
    stderr: expect.stringContaining('the reply is not the custom field that was sent'),
  });
});

test.each([
  ['POST', 'create --name n --type decimal', 200, {error: {code: 'E', message: 'refused'}}],
  ['PATCH', 'update cf_a --label N', 207, {errors: [{message: 'refused'}]}],
  ['DELETE', 'delete cf_a --yes', 200, {success: false, message: 'refused'}],
])('the words of an error that has the status of a success are kept: %s', async (method, line, status, body) => {
  allowViolations();
  const tenant = createTenant([field('a')], {[`${method} `]: () => reply(body, {status})});
  const {exitCode, stderr} = await bizctl(`fields ${line}`, {tenant});
  expect({exitCode, words: stderr.includes(`: refused (${method} /v2/customFields`)}).toEqual({
    exitCode: 7,
    words: true,
  });
});

test('retries after 429 and after a refused connection, since neither reached the tenant (rows 7, 11)', async () => {
  for (const fault of [() => reply('', {status: 429, headers: {'retry-after': '0'}}), () => refuseConnection()]) {
    const tenant = createTenant([], {'POST /v2/customFields#1': fault});
    expect(await bizctl('fields create --name a --type decimal --output ndjson --columns name', {tenant})).toEqual({
      exitCode: 0,
      stdout: '{"name":"a"}\n',
      stderr: '',
    });
    expect(tenant.fields()).toHaveLength(1);
  }
});

test.each([
  ['fail', 2, 'Run the same command again; it checks before it writes.'],
  ['allow', 1, 'Check the tenant first: running the command again may create a duplicate.'],
])(
  'still reports an unknown outcome when reading back fails as well, with --if-exists %s',
  async (mode, read, hint) => {
    const tenant = createTenant([], {
      'POST /v2/customFields': () => reply('', {status: 500}),
      [`GET /v2/customFields#${read}`]: () => reply('', {status: 403}),
    });
    const line = `fields create --name a --type decimal --json --if-exists ${mode}`;
    const {exitCode, stderr} = await bizctl(line, {tenant});
    const {error} = JSON.parse(stderr);
    expect({exitCode, error}).toEqual({
      exitCode: 7,
      error: {
        code: 'incomplete',
        message:
          'the outcome of creating "a" is unknown (HTTP 500 (POST /v2/customFields)); the list could not be read either',
        hint,
        retryable: false,
        status: 500,
        method: 'POST',
        path: '/v2/customFields',
        request_id: null,
      },
    });
  },
);

test('says where a redirect leads even if reading back fails (row 70)', async () => {
  const tenant = createTenant([], {
    'POST /v2/customFields': () => reply('', {status: 303, headers: {location: 'https://evil.example/'}}),
    'GET /v2/customFields#2': () => reply('', {status: 403}),
  });
  const {exitCode, stderr} = await bizctl('fields create --name a --type decimal', {tenant});
  expect({exitCode, stderr}).toEqual({
    exitCode: 7,
    stderr: expect.stringContaining(
      'the outcome of POST /v2/customFields is unknown: refused a redirect to https://evil.example (HTTP 303)',
    ),
  });
});

test('Ctrl-C while reading back says what may have been created (row 37)', async () => {
  const interruption = new AbortController();
  const tenant = createTenant([], {
    'POST /v2/customFields': reset,
    'GET /v2/customFields#2': () => {
      interruption.abort(new InterruptedError());
      return reply({custom_fields: []});
    },
  });
  const {exitCode, stderr} = await bizctl('fields create --name a --type decimal', {
    tenant,
    signal: interruption.signal,
  });
  expect({exitCode, stderr}).toEqual({
    exitCode: 130,
    stderr:
      'error: interrupted; may have been created: "a"\nhint: The write may still go through. In a few seconds, run: bizctl fields list\n',
  });
});

test('finds the field by a name whose characters the API has composed (rows 9, 137)', async () => {
  const name = 'été'.normalize('NFD');
  let isCreated = false;
  const tenant = createTenant([], {
    'POST /v2/customFields': () => {
      isCreated = true;
      return reset();
    },
    'GET /v2/customFields': () =>
      reply({custom_fields: isCreated ? [{...field('a'), name: name.normalize('NFC')}] : []}),
  });
  const {exitCode, stderr} = await bizctl(['fields', 'create', '--name', name, '--type', 'decimal'], {tenant});
  expect({exitCode, found: stderr.includes('created; confirmed by reading back')}).toEqual({exitCode: 0, found: true});
});

test('a create waits for one of an unknown outcome before, which the list may show late (row 22)', async () => {
  const home = mkdtempSync(join(tmpdir(), 'bizctl-late-'));
  onTestFinished(() => rmSync(home, {recursive: true}));
  let reads: number | undefined;
  const tenant = createTenant([], {
    'POST /v2/customFields': reset,
    'GET /v2/customFields': (_request, carryOut) => {
      reads = reads === undefined ? undefined : reads + 1;
      return (reads ?? 0) > 1 ? reply({custom_fields: [field('x')]}) : carryOut();
    },
  });
  const create = 'fields create --name x --type decimal --if-exists skip';
  expect((await bizctl(create, {tenant, home})).exitCode).toBe(7);
  reads = 0;
  expect((await bizctl(create, {tenant, home})).exitCode).toBe(0);
  expect(tenant.requests.filter(request => request.startsWith('POST'))).toHaveLength(1);
});

test('a field is found by its name whatever type the API has given it, if none was sent (rows 19, 137)', async () => {
  allowViolations();
  const line = 'fields create --name a --label Label --json --columns id';
  const lost = await bizctl(line, {tenant: createTakenTenant(field('a', {label: 'Label'}))});
  expect({exitCode: lost.exitCode, field: JSON.parse(lost.stdout)}).toEqual({exitCode: 0, field: {id: 'cf_a'}});
  const nameless = createTenant([], {
    'POST /v2/customFields': () => reply({name: 'a'}, {status: 201}),
    'GET /v2/customFields#2': () => reply({custom_fields: [field('a', {label: 'Label'})]}),
  });
  const found = await bizctl(line, {tenant: nameless});
  expect({exitCode: found.exitCode, field: JSON.parse(found.stdout)}).toEqual({exitCode: 0, field: {id: 'cf_a'}});
});

test('the words of an error with the status of a success are redacted before they are cut (rows 65, 66)', async () => {
  allowViolations();
  const answer = (message: string) => createTenant([], {'DELETE ': () => reply({error: {message}}, {status: 200})});
  const run = (message: string) => bizctl('fields delete cf_a --yes', {tenant: answer(message)});
  const {stderr} = await run(`${'x'.repeat(2000 - token.length + 2)}${token} tail`);
  expect(stderr).not.toContain(token.slice(0, 8));
  expect((await run('y'.repeat(5000).replaceAll('yyyy', 'yyy '))).stderr.length).toBeLessThan(700);
});
