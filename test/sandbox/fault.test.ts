import {mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test, vi} from 'vitest';
import {parseFault} from '../../src/sandbox/fault.js';
import {withFaults} from '../../src/sandbox/with-faults.js';
import {bizctl, type World} from '../harness/run-bizctl.js';
import {createTenant, field} from '../harness/tenant.js';

/** A tenant with two fields and these faults; `asked` records its requests. */
function faulty(...faults: readonly string[]) {
  const tenant = createTenant([field('a'), field('b')]);
  return {...tenant, fetch: withFaults(tenant.fetch, faults.map(parseFault)), asked: tenant.requests};
}

const list = 'fields list --output ndjson --columns name';
const both = '{"name":"a"}\n{"name":"b"}\n';

test.each<[string, number, string]>([
  ['GET /v2/customFields#1: 503', 0, both],
  ['  GET   /v2/customFields  :  503  ', 6, ''],
  ['GET /v2/customFields#1: 429 retry-after=0', 0, both],
  ['GET /v2/customFields#1: reset', 0, both],
  ['GET /v2/customFields: truncate', 6, ''],
  ['GET /v2/customFields: delay 1', 0, both],
  ['GET /v2/customFields: type text/html', 0, both],
  ['GET /v2/customFields: 503', 6, ''],
  ['GET /v2/*: 422 body={"message":"no way"}', 5, ''],
  ['* /v2/customFields#2: 500', 0, both],
  ['POST /v2/customFields: reset', 0, both],
  ['GET /v2/deals: reset', 0, both],
  ['GET /v2/custom*: 503', 6, ''],
  ['GET /v2/custom: 503', 0, both],
  ['GET /v2/deals*: 503', 0, both],
  ['GET /v2/customFields: 205', 6, ''],
])('%s leads to exit code %i', async (fault, exitCode, stdout) => {
  const outcome = await bizctl(list, {tenant: faulty(fault)});
  expect({exitCode: outcome.exitCode, stdout: outcome.stdout}).toEqual({exitCode, stdout});
});

test('counts the n-th request by method and path', async () => {
  const tenant = faulty('POST /v2/customFields#2: 422 body={"message":"second"}', 'POST /v2/customFields#3: 422');
  const stdin = ['x', 'y', 'z']
    .map(name => JSON.stringify({name, type: {discriminator: 'SIMPLE', primitive_type: 'PHONE'}}))
    .join('\n');
  const {exitCode, stderr} = await bizctl('fields create --file - --concurrency 1', {tenant, stdin});
  expect({exitCode, names: tenant.fields().map(text => JSON.parse(text).name)}).toEqual({
    exitCode: 7,
    names: ['a', 'b', 'x'],
  });
  expect(stderr).toContain('"y": HTTP 422: second');
});

test.each([
  ['reset', 7, 0],
  ['commit-then-reset', 0, 1],
])(
  'a create that meets a %s exits with %i, is carried out %i times and sent once (rows 18, 19)',
  async (effect, exitCode, count) => {
    const tenant = faulty(`POST /v2/customFields: ${effect}`);
    expect((await bizctl('fields create --name new --type phone', {tenant})).exitCode).toBe(exitCode);
    expect(tenant.fields().filter(text => text.includes('"new"'))).toHaveLength(count);
  },
);

test.each([
  ['nonsense', 'is not METHOD /v2/PATH: EFFECT'],
  ['GET /v2/x', 'is not METHOD /v2/PATH: EFFECT'],
  ['GET /v2/x#0: reset', 'is not METHOD /v2/PATH: EFFECT'],
  ['GET /customFields: reset', 'has a path that does not begin with /v2/'],
  ['GTE /v2/x: reset', 'has an unknown method'],
  ['GET /v2/x: explode', 'unknown effect "explode"'],
  ['GET /v2/x: 999', 'unknown effect "999"'],
  ['GET /v2/x: reset now', 'unknown effect "reset now"'],
])('rejects %j as a fault', async (fault, message) => {
  const world: World = {env: {BIZCTL_BASE_URL: undefined, BIZCTL_TOKEN: undefined}};
  const {exitCode, stdout, stderr} = await bizctl(['fields', 'list', '--sandbox=:memory:', '--fault', fault], world);
  expect({exitCode, stdout}).toEqual({exitCode: 2, stdout: ''});
  expect(stderr).toContain(
    `error: --fault: ${message.startsWith('unknown') ? message : `${JSON.stringify(fault)} ${message}`}\n`,
  );
});

test('a sandbox is not created for a fault that cannot be parsed', async () => {
  const home = mkdtempSync(join(tmpdir(), 'bizctl-fault-'));
  onTestFinished(() => rmSync(home, {recursive: true}));
  const world: World = {env: {BIZCTL_BASE_URL: undefined, BIZCTL_TOKEN: undefined}};
  const sandbox = `--sandbox=${join(home, 'state.db')}`;
  expect((await bizctl(['fields', 'list', sandbox, '--fault', 'nonsense'], world)).exitCode).toBe(2);
  expect(readdirSync(home)).toEqual([]);
});

test.each(['soon', '-1', '1000000'])('rejects the delay %j', async delay => {
  const world: World = {env: {BIZCTL_BASE_URL: undefined, BIZCTL_TOKEN: undefined}};
  const fault = `GET /v2/x: delay ${delay}`;
  const {exitCode, stderr} = await bizctl(['fields', 'list', '--sandbox=:memory:', '--fault', fault], world);
  expect({exitCode, message: stderr.split('\n')[0]}).toEqual({
    exitCode: 2,
    message: `error: --fault: a delay must be whole milliseconds from 0 to 999999, not "${delay}"`,
  });
});

test('--fault works only with the sandbox', async () => {
  const tenant = createTenant();
  expect(await bizctl(['fields', 'list', '--fault', 'GET /v2/x: reset'], {tenant})).toMatchObject({
    exitCode: 2,
    stderr: 'error: --fault needs --sandbox\nhint: Pass --sandbox, without --base-url or --profile.\n',
  });
  expect(tenant.requests).toEqual([]);
});

test('delays a request as long as the fault says', async () => {
  vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout', 'performance']});
  const {fetch, asked} = faulty('GET /v2/customFields: delay 400');
  let arrive = () => {};
  const arrived = new Promise<void>(resolve => {
    arrive = resolve;
  });
  const tenant = {
    fetch: (request: Request) => {
      arrive();
      return fetch(request);
    },
  };
  const running = bizctl(list, {tenant});
  await arrived;
  await vi.advanceTimersByTimeAsync(399);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual(['GET /v2/customFields']);
  expect(await running).toEqual({exitCode: 0, stdout: both, stderr: ''});
  vi.useRealTimers();
});

test('a truncated reply ends after half of its body', async () => {
  const {fetch} = faulty('GET /v2/*: truncate');
  const response = await fetch(new Request('https://x.example/v2/customFields'));
  const parts: number[] = [];
  const read = async () => {
    for await (const part of response.body ?? []) parts.push(part.length);
  };
  await expect(read()).rejects.toThrow('ECONNRESET');
  const whole = await createTenant([field('a'), field('b')]).fetch(new Request('https://x.example/v2/customFields'));
  expect(parts).toEqual([Math.floor((await whole.arrayBuffer()).byteLength / 2)]);
});

test('a deletion can be truncated too, and an invalid header is refused', async () => {
  expect((await bizctl('fields delete cf_a --yes', {tenant: faulty('DELETE /v2/*: truncate')})).exitCode).toBe(0);
  expect(() => parseFault('GET /v2/*: 503 retry-after=ba\u0142d')).toThrow('unknown effect');
});
