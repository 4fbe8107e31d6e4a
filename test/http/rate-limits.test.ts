import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setImmediate} from 'node:timers/promises';
import {expect, test, vi} from 'vitest';
import {InterruptedError} from '../../src/base/errors.js';
import {countRequests, limited, loadRetriesFirst, runOnFakeClock, withoutJournal} from '../harness/fake-clock.js';
import {now} from '../harness/fixed.js';
import {bizctl, type World} from '../harness/run-bizctl.js';
import {answering, createTenant, decimal, field, reply, type Tenant} from '../harness/tenant.js';

loadRetriesFirst();

test('gives up at once when the API asks for too long a wait (row 6)', async () => {
  const tenant = answering('', {status: 429, headers: {'retry-after': '86400'}});
  expect(await bizctl('fields list', {tenant})).toEqual({
    exitCode: 6,
    stdout: '',
    stderr: 'error: rate limited; the API asks to wait 24 h (GET /v2/customFields)\nhint: Try again in 24 h.\n',
  });
  expect(tenant.requests).toHaveLength(1);
});

test.each([
  ['61', '61 s'],
  ['120', '2 min'],
  ['7199', '120 min'],
  ['7200', '2 h'],
  ['8640000', 'more than 100 days'],
])('says how long a wait of %s s is (row 6)', async (seconds, words) => {
  const tenant = answering('', {status: 429, headers: {'retry-after': seconds}});
  expect(await bizctl('fields list', {tenant})).toEqual({
    exitCode: 6,
    stdout: '',
    stderr: `error: rate limited; the API asks to wait ${words} (GET /v2/customFields)\nhint: Try again in ${words}.\n`,
  });
});

test.each([
  ['six waits of a second', '1', 6, '', 0, 7],
  ['waits that take longer than --retry-budget', '7', 20, '', 6, 9],
  ['a wait, with --retries 0', '1', 6, ' --retries 0', 6, 1],
  ['waits that are shorter than a back-off', '0.01', 9, '', 6, 4],
])(
  'a request waits its turn as often as it is asked to: %s (row 9)',
  async (_what, after, refusals, more, exitCode, sent) => {
    let left = refusals;
    const tenant = createTenant([field('a')], {
      'PATCH /v2/customFields': (_request, carryOut) => {
        left -= 1;
        return left < 0 ? carryOut() : reply('', {status: 429, headers: {'retry-after': after}});
      },
    });
    const outcome = await runOnFakeClock(`fields update name:a --label B${more}`, {tenant});
    const patches = tenant.requests.filter(request => request.startsWith('PATCH'));
    expect({exitCode: outcome.exitCode, sent: patches.length}).toEqual({exitCode, sent});
  },
);

test('a limit that names no wait, and has let one write through, is given up within half a minute (row 9)', async () => {
  const tenant = createTenant([field('a'), field('b')], {
    'PATCH /v2/customFields/cf_b': () => reply('', {status: 429}),
  });
  vi.spyOn(Math, 'random').mockReturnValue(0.9);
  let last = 0;
  const {exitCode, stderr} = await runOnFakeClock('fields update name:a name:b --label B --concurrency 1', {
    tenant: {
      fetch: request => {
        last = performance.now();
        return tenant.fetch(request);
      },
    },
  });
  const attempts = tenant.requests.filter(request => request.startsWith('PATCH /v2/customFields/cf_b')).length;
  expect({exitCode, isGivenUpAtOnce: attempts <= 4, isLate: last > 30_000}).toEqual({
    exitCode: 7,
    isGivenUpAtOnce: false,
    isLate: false,
  });
  expect(stderr).toContain(`HTTP 429 after ${attempts} attempts`);
});

/** Creates 30 fields, and resolves to the exit code. */
async function createMany(tenant: Tenant): Promise<number> {
  const bodies = Array.from({length: 30}, (_none, index) => ({name: `f${index}`, label: 'L', type: decimal}));
  let drawn = 1;
  // The same waits in each run, as unlucky ones would end a write. Three of next to nothing in a row do, too.
  vi.spyOn(Math, 'random').mockImplementation(() => {
    drawn = (drawn * 48_271) % 2_147_483_647;
    return 0.3 + (0.7 * drawn) / 2_147_483_647;
  });
  const line = 'fields create --file - --if-exists allow --concurrency 8 --quiet';
  const {exitCode} = await runOnFakeClock(line, {tenant, stdin: bodies.map(body => JSON.stringify(body)).join('\n')});
  return exitCode;
}

test('writes wait for a limit that names no wait as long as others get through (row 9)', async () => {
  const state = {tokens: 1, at: 0};
  const tenant = createTenant([], {
    // Ten requests a second.
    'POST /v2/customFields': async (_request, carryOut) => {
      const at = performance.now();
      state.tokens = Math.min(1, state.tokens + (at - state.at) / 100);
      state.at = at;
      if (state.tokens < 1) return reply('', {status: 429});
      state.tokens -= 1;
      // A request takes time, also on a fake clock.
      await new Promise(resolve => setTimeout(resolve, 5));
      return carryOut();
    },
  });
  expect(await createMany(tenant)).toBe(0);
  expect(tenant.fields()).toHaveLength(30);
});

test('writes wait for a lock that lets one of them through at a time', async () => {
  let isLocked = false;
  const tenant = createTenant([], {
    'POST /v2/customFields': async (_request, carryOut) => {
      if (isLocked) return reply({message: 'another write is in progress'}, {status: 423});
      isLocked = true;
      await new Promise(resolve => setTimeout(resolve, 50));
      isLocked = false;
      return carryOut();
    },
  });
  expect(await createMany(tenant)).toBe(0);
  expect(tenant.fields()).toHaveLength(30);
});

test('a write to what is locked for good is given up, although others get through', async () => {
  const ids = Array.from({length: 40}, (_none, index) => `cf_f${index}`);
  const tenant = createTenant(
    ids.map(id => field(id.slice('cf_'.length))),
    {
      'PATCH /v2/customFields/cf_f0 ': () => reply({message: 'locked'}, {status: 423}),
      'PATCH ': async (_request, carryOut) => {
        await new Promise(resolve => setTimeout(resolve, 1000));
        return carryOut();
      },
    },
  );
  const line = `fields update ${ids.join(' ')} --label New --concurrency 2`;
  vi.spyOn(Math, 'random').mockReturnValue(0.9);
  const {exitCode, stderr} = await runOnFakeClock(line, {tenant});
  const attempts = tenant.requests.filter(request => request.startsWith('PATCH /v2/customFields/cf_f0 '));
  expect({exitCode, attempts: attempts.length}).toEqual({exitCode: 7, attempts: 17});
  expect(stderr).toContain('error: cf_f0: HTTP 423 after');
});

test('a read is retried no more often than --retries says, whatever it is asked to wait', async () => {
  const tenant = answering('', {status: 429, headers: {'retry-after': '1'}});
  expect((await runOnFakeClock('fields list --retries 2', {tenant})).exitCode).toBe(6);
  expect(tenant.requests).toHaveLength(3);
});

test('waits as long as Retry-After says, in seconds or as a date (rows 3, 4, 15)', async () => {
  expect(await countRequests(limited('2'), 'fields list', [0, 1999, 1])).toEqual([1, 1, 2]);
  const inTwoSeconds = new Date(now.getTime() + 2000).toUTCString();
  expect(await countRequests(limited(inTwoSeconds), 'fields list', [0, 1999, 1])).toEqual([1, 1, 2]);
});

test.each([-3600, 3600])('waits by the server’s clock even when it is %d s off (row 15)', async offset => {
  const server = now.getTime() + offset * 1000;
  const date = new Date(server).toUTCString();
  expect(
    await countRequests(limited(new Date(server + 2000).toUTCString(), {date}), 'fields list', [0, 1999, 1]),
  ).toEqual([1, 1, 2]);
});

test('gives up when more time passed during a wait than was left (row 17)', async () => {
  vi.useFakeTimers({now, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance']});
  const tenant = limited('2');
  const running = bizctl('fields list', {tenant});
  await vi.advanceTimersByTimeAsync(1999);
  vi.spyOn(performance, 'now').mockReturnValue(3_600_000);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  expect(await running).toMatchObject({exitCode: 6, stderr: expect.stringContaining('rate limited')});
  expect(tenant.requests).toHaveLength(1);
});

test.each([
  ['seconds from now', '2', {}],
  ['milliseconds since 1970', String(now.getTime() + 2000), {}],
  ['seconds since 1970', String(now.getTime() / 1000 + 2), {}],
  ['seconds since 1970, by the server’s clock', '1700000002', {date: new Date(1_700_000_000_000).toUTCString()}],
])('when no request is left, the next one waits for the reset, given in %s (row 16)', async (_what, reset, more) => {
  const headers = {'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset, ...more};
  const twoPages = (given: Record<string, string>) =>
    createTenant([], {
      'GET /v2/customFields#1': () => reply({custom_fields: [], next_page_token: 'two'}, {headers: given}),
      'GET /v2/customFields#2': () => reply({custom_fields: []}, {headers: given}),
    });
  expect(await countRequests(twoPages(headers), 'fields list', [0, 1999, 1])).toEqual([1, 1, 2]);
  expect(await countRequests(twoPages({...headers, 'x-ratelimit-remaining': '1'}), 'fields list', [0])).toEqual([2]);
  // A success asks nobody to wait.
  expect(await countRequests(twoPages({'retry-after': '60'}), 'fields list', [0])).toEqual([2]);
  // A wait of a day on an undocumented header is ignored.
  expect(
    await countRequests(twoPages({...headers, 'x-ratelimit-reset': '86400', date: ''}), 'fields list', [0]),
  ).toEqual([2]);
});

test('notes a wait before the next request, and does not wait after the last (row 16)', async () => {
  const headers = {'ratelimit-remaining': '0', 'ratelimit-reset': '30'};
  const tenant = createTenant([], {
    'GET /v2/customFields#1': () => reply({custom_fields: [field('a')], next_page_token: 'two'}, {headers}),
    'GET /v2/customFields#2': () => reply({custom_fields: [field('b')]}, {headers}),
  });
  const sleep = async () => {};
  expect(await bizctl('fields list --output ndjson --columns name', {tenant, sleep})).toEqual({
    exitCode: 0,
    stdout: '{"name":"a"}\n{"name":"b"}\n',
    stderr: '{"note":{"message":"waiting for the rate limit, continuing in 30 s"}}\n',
  });
});

test('a wait asked of one write holds back the next ones (rows 9, 42)', async () => {
  const tenant = createTenant([], {
    'POST /v2/customFields#1': () => reply('', {status: 429, headers: {'retry-after': '2'}}),
  });
  const fields = ['a', 'b', 'c', 'd'].map(name => JSON.stringify({name, label: name, type: decimal})).join('\n');
  const line = 'fields create --file - --if-exists allow --concurrency 2 --quiet';
  // What the command loads on first use must not count as waiting.
  expect(await bizctl(line, {tenant: createTenant(), stdin: fields})).toMatchObject({exitCode: 0, stderr: ''});
  // Two are in flight; one is retried, and the other two do not leave before that.
  expect(await countRequests(tenant, line, [0, 1999, 2], fields)).toEqual([2, 2, 5]);
});

test('a short wait does not end a longer one (rows 9, 42)', async () => {
  const limit = (seconds: string) => () => reply('', {status: 429, headers: {'retry-after': seconds}});
  const tenant = createTenant([], {'POST /v2/customFields#1': limit('5'), 'POST /v2/customFields#2': limit('1')});
  const fields = ['a', 'b', 'c'].map(name => JSON.stringify({name, label: name, type: decimal})).join('\n');
  const line = 'fields create --file - --if-exists allow --concurrency 2 --quiet';
  // What the command loads on first use must not count as waiting.
  expect(await bizctl(line, {tenant: createTenant(), stdin: fields})).toMatchObject({exitCode: 0, stderr: ''});
  expect(await countRequests(tenant, line, [0, 1001, 3998, 2], fields)).toEqual([2, 2, 2, 5]);
});

test('notes a wait even when the write that was asked to wait is not retried', async () => {
  const tenant = createTenant([], {
    'POST /v2/customFields#1': () => reply('', {status: 429, headers: {'retry-after': '6'}}),
  });
  const stdin = ['a', 'b'].map(name => JSON.stringify({name, label: name, type: decimal})).join('\n');
  const line = 'fields create --file - --if-exists allow --concurrency 1 --retries 0';
  const {stderr} = await bizctl(line, {tenant, stdin, sleep: async () => {}});
  expect(stderr).toContain('note: waiting for the rate limit, continuing in 6 s\n');
});

test('the wait of other requests does not count towards --retry-budget (row 9)', async () => {
  const spent = {'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '25'};
  const tenant = createTenant([], {
    'POST /v2/customFields#1': () => reply(field('a'), {status: 201, headers: spent}),
    'POST /v2/customFields#2': () => reply('', {status: 429, headers: {'retry-after': '20'}}),
  });
  const stdin = ['a', 'b'].map(name => JSON.stringify({name, label: name, type: decimal})).join('\n');
  const line = 'fields create --file - --if-exists allow --concurrency 1 --retry-budget 30 --quiet';
  expect(await runOnFakeClock(line, {tenant, stdin})).toMatchObject({exitCode: 0});
  expect(tenant.requests).toHaveLength(3);
});

test('notes a wait that holds back several writes only once (row 9)', async () => {
  const posts = [1, 2, 3, 4].map(n => `POST /v2/customFields#${n}`);
  const limit = () => reply('', {status: 429, headers: {'retry-after': '6'}});
  const tenant = createTenant([], Object.fromEntries(posts.map(post => [post, limit])));
  const stdin = ['a', 'b', 'c', 'd'].map(name => JSON.stringify({name, label: name, type: decimal})).join('\n');
  const line = 'fields create --file - --if-exists allow --concurrency 4 --output ndjson --columns name';
  // What the command loads on first use must not count as waiting.
  expect(await bizctl(line, {tenant: createTenant(), stdin})).toMatchObject({exitCode: 0, stderr: ''});
  const {stderr, ...run} = await runOnFakeClock(line, {tenant, stdin});
  expect({
    ...run,
    stderr: stderr.replace(/^\{"warning".*; (?:do not run another command|fields undo cannot undo).*\n/gm, ''),
  }).toEqual({
    exitCode: 0,
    stdout: ['a', 'b', 'c', 'd'].map(name => `{"name":"${name}"}\n`).join(''),
    stderr: '{"note":{"message":"rate limited, retrying in 6 s"}}\n',
  });
  expect(tenant.requests).toHaveLength(8);
});

/** Interrupts a command while it waits for a rate limit. */
async function interruptWait(line: string, method: string, more: World = {}) {
  vi.useFakeTimers({now, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance']});
  const interruption = new AbortController();
  const tenant = createTenant([field('a')], {
    [`${method} /v2/customFields`]: async () => reply({}, {status: 429, headers: {'retry-after': '30'}}),
  });
  const running = bizctl(line, {
    tenant,
    env: withoutJournal,
    signal: interruption.signal,
    ...more,
  });
  const isSent = () => tenant.requests.some(request => request.startsWith(method));
  while (!isSent()) {
    await vi.advanceTimersByTimeAsync(1);
    await setImmediate();
  }
  await vi.advanceTimersByTimeAsync(1000);
  interruption.abort(new InterruptedError());
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  const {exitCode, stderr} = await running;
  return {exitCode, errors: stderr.split('\n').filter(each => each.startsWith('error'))};
}

test.each([
  ['fields update cf_a --label L', 'PATCH'],
  ['fields delete cf_a --yes', 'DELETE'],
  ['api POST v2/customFields -f name=x', 'POST'],
])(
  '%s interrupted during a rate-limit wait is not reported as possibly carried out (rows 7, 37)',
  async (line, method) => {
    expect(await interruptWait(line, method)).toEqual({exitCode: 130, errors: ['error: interrupted']});
  },
);

test('creates that are interrupted while they wait count as not tried', async () => {
  const stdin = ['x', 'y', 'z'].map(name => JSON.stringify({name, type: decimal})).join('\n');
  expect(await interruptWait('fields create --file -', 'POST', {stdin})).toEqual({
    exitCode: 130,
    errors: ['error: interrupted; succeeded: 0, failed: 0, not tried: 3'],
  });
});

test('the journal of a write that was interrupted while it waited has nothing open, and undo has nothing to do', async () => {
  const home = mkdtempSync(join(tmpdir(), 'bizctl-limits-'));
  await interruptWait('fields update cf_a --label L --journal', 'PATCH', {home, env: {}});
  const tenant = createTenant([field('a')]);
  const [{run, ...counts}] = JSON.parse(
    (await bizctl('fields runs --json --columns run,done,failed,open', {tenant, home})).stdout,
  );
  expect(counts).toEqual({done: 0, failed: 0, open: 0});
  expect((await bizctl(`fields undo ${run} --yes`, {tenant, home})).stderr).toContain('wrote nothing');
  rmSync(home, {recursive: true});
});

test('a replacement whose create still waits when the time is up is half done, and resuming it creates the field once (rows 37, 152)', async () => {
  const home = mkdtempSync(join(tmpdir(), 'bizctl-limits-'));
  const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  const line = 'fields apply -f f.yaml --replace a --yes --expect-deletes 1';
  const {errors} = await interruptWait(line, 'POST', {home, files, env: {}, finishMs: 3000});
  expect(errors).toEqual(['error: interrupted; "a" was deleted but not recreated: interrupted']);
  const after = createTenant();
  const [{run}] = JSON.parse((await bizctl('fields runs --json', {tenant: after, home})).stdout);
  expect((await bizctl(`fields apply --resume ${run}`, {tenant: after, home, files})).exitCode).toBe(0);
  expect(after.fields()).toHaveLength(1);
  rmSync(home, {recursive: true});
});

test('a 403 that asks to wait is tried again as often as other failures, and keeps its words and exit code (row 67)', async () => {
  let requests = 0;
  const tenant = {
    fetch: async () => {
      requests += 1;
      return reply({message: 'this token may only read'}, {status: 403, headers: {'retry-after': '1'}});
    },
  };
  expect(await bizctl('fields update cf_a --label x', {tenant})).toEqual({
    exitCode: 3,
    stdout: '',
    stderr:
      'note: HTTP 403, retrying\nerror: HTTP 403 after 4 attempts: this token may only read (PATCH /v2/customFields/cf_a)\nhint: Try again in 1 s.\n',
  });
  expect(requests).toBe(4);
});
