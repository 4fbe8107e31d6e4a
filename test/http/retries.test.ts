import {expect, test, vi} from 'vitest';
import {countRequests, limited, loadRetriesFirst, runOnFakeClock} from '../harness/fake-clock.js';
import {bizctl} from '../harness/run-bizctl.js';
import {answering, createTenant, field, reply, reset} from '../harness/tenant.js';

loadRetriesFirst();

test('retries a GET after 5xx and after a lost connection, silently (row 1)', async () => {
  const tenant = createTenant([field('a')], {
    'GET /v2/customFields#1': () => reply('', {status: 502}),
    'GET /v2/customFields#2': () => reset(),
  });
  expect(await bizctl('fields list --columns name', {tenant})).toEqual({exitCode: 0, stdout: 'NAME\na\n', stderr: ''});
  expect(tenant.requests).toHaveLength(3);
});

test('gives up after four attempts, or as many as --retries allows (row 2)', async () => {
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

test('starts no attempt that the retry budget has no time for (row 10)', async () => {
  const tenant = answering('', {status: 503, headers: {'retry-after': '2'}});
  expect(await bizctl('fields list --retry-budget 1', {tenant})).toEqual({
    exitCode: 6,
    stdout: '',
    stderr: 'error: HTTP 503 (GET /v2/customFields)\nhint: Try again in 2 s.\n',
  });
  expect(tenant.requests).toHaveLength(1);
});

/** A reply that breaks off after its first bytes. */
function cutOff(): Response {
  return new Response(
    new ReadableStream({
      start: controller => {
        controller.enqueue(new TextEncoder().encode('{"custom_fields":['));
        controller.error(new Error('closed'));
      },
    }),
  );
}

test('retries a reply that is cut off, like any network fault (row 47)', async () => {
  const tenant = createTenant([field('a')], {'GET /v2/customFields#1': cutOff, 'GET /v2/customFields#2': cutOff});
  expect(await bizctl('fields list --columns name', {tenant})).toEqual({exitCode: 0, stdout: 'NAME\na\n', stderr: ''});
  expect(tenant.requests).toHaveLength(3);
  const always = createTenant([], {'GET /v2/customFields': cutOff});
  expect(await bizctl('fields list --retries 1', {tenant: always})).toMatchObject({
    exitCode: 6,
    stderr: expect.stringContaining('the reply was cut off'),
  });
  expect(always.requests).toHaveLength(2);
});

test.each(['-5', 'soon', '0x10', '1e9', '', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
  'ignores Retry-After %j and backs off as after any fault (row 5)',
  async value => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    expect(await countRequests(limited(value), 'fields list', [0, 149, 1])).toEqual([1, 1, 2]);
  },
);

test('doubles the wait with each attempt, with jitter (row 10)', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  expect(
    await countRequests(
      createTenant([], {'GET /v2/customFields': () => reply('', {status: 503})}),
      'fields list',
      [0, 149, 1, 299, 1, 599, 1],
    ),
  ).toEqual([1, 1, 2, 2, 3, 3, 4]);
});

test('backs off between attempts whose replies are cut off (row 47)', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const tenant = createTenant([], {
    'GET /v2/customFields#1': cutOff,
    'GET /v2/customFields#2': cutOff,
    'GET /v2/customFields#3': cutOff,
  });
  expect(await countRequests(tenant, 'fields list', [0, 149, 1, 299, 1, 599, 1])).toEqual([1, 1, 2, 2, 3, 3, 4]);
});

test.each<[string, () => Response, string]>([
  ['after errors', () => reply('', {status: 503}), 'HTTP 503; retrying'],
  ['that the API asks for', () => reply('', {status: 429, headers: {'retry-after': '1'}}), 'rate limited, retrying'],
])('short waits %s are noted once they add up, without a terminal (row 1)', async (_what, refuse, note) => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const failing = (count: number) =>
    createTenant(
      [field('a')],
      Object.fromEntries(Array.from({length: count}, (_, n) => [`GET /v2/customFields#${n + 1}`, refuse])),
    );
  const line = 'fields list --columns name --retries 9';
  const listed = {exitCode: 0, stdout: 'NAME\na\n'};
  expect(await runOnFakeClock(line, {tenant: failing(1)})).toEqual({...listed, stderr: ''});
  expect(await runOnFakeClock(line, {tenant: failing(6)})).toEqual({...listed, stderr: `note: ${note}\n`});
});
