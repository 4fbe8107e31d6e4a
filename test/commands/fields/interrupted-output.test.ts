import {expect, test, vi} from 'vitest';
import {BrokenPipeError, InterruptedError} from '../../../src/base/errors.js';
import {useFieldsAsCode} from '../../harness/fields-as-code.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {answering, createTenant, field} from '../../harness/tenant.js';

const {run} = useFieldsAsCode();

test.each(['plan -f f.json', 'plan -f f.json --json', 'diff f.json', 'export', 'export --json'])(
  'a signal that arrives while fields %s lays out or writes its output is not lost (row 162)',
  async line => {
    const interruption = new AbortController();
    const {exitCode, stderr} = await bizctl(`fields ${line}`, {
      tenant: createTenant([field('a')]),
      files: {'f.json': '{"custom_fields": [{"name": "a", "label": "New"}]}'},
      signal: interruption.signal,
      stdout: () => interruption.abort(new InterruptedError()),
    });
    expect({exitCode, wasTold: stderr.includes('interrupted')}).toEqual({exitCode: 130, wasTold: true});
  },
);

test.each(['csv', 'tsv'])(
  'rows of %s with many cells are written in parts, and a signal is seen between them (row 162)',
  async output => {
    const wide = Object.fromEntries(Array.from({length: 30_000}, (_none, index) => [`m${index}`, index]));
    const tenant = answering({deals: [wide, {m0: 'b'}, {m0: 'c'}]});
    const list = async (onWrite: (nth: number) => void, signal?: AbortSignal) => {
      let writes = 0;
      const {exitCode} = await bizctl(`deals list --output ${output}`, {
        tenant,
        stdout: text => {
          if (text !== '') onWrite((writes += 1));
        },
        ...(signal ? {signal} : {}),
      });
      return {exitCode, writes};
    };
    expect(await list(() => {})).toEqual({exitCode: 0, writes: 3});
    const interruption = new AbortController();
    expect(await list(nth => nth === 2 && interruption.abort(new InterruptedError()), interruption.signal)).toEqual({
      exitCode: 130,
      writes: 2,
    });
  },
);

test('a signal ends the reading of many journals (row 162)', async () => {
  await run('fields create --name b --type decimal', createTenant());
  // Each look at the clock takes longer than a step.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 100));
  const signal = AbortSignal.abort(new InterruptedError());
  expect((await run('fields runs', createTenant(), {signal})).exitCode).toBe(130);
});

test.each([
  ['plan -f f.json --check', 8],
  ['diff f.json --check', 8],
  ['export', 0],
])('after the pager is quit while fields %s is shown, it goes on to its end (row 139)', async (line, exitCode) => {
  const quitting = new AbortController();
  const outcome = await bizctl(`fields ${line}`, {
    tenant: createTenant([field('a')]),
    files: {'f.json': '{"custom_fields": [{"name": "a", "label": "New"}]}'},
    signal: quitting.signal,
    stdout: () => quitting.abort(new BrokenPipeError()),
  });
  expect(outcome.exitCode).toBe(exitCode);
});

/** What becomes of a command at a terminal whose pager is closed early. */
async function closePager(line: string) {
  const quitting = new AbortController();
  const tenant = createTenant([field('a')]);
  const outcome = await bizctl(`fields ${line}`, {
    tenant,
    files: {'f.json': '{"custom_fields": [{"name": "a", "label": "New"}]}'},
    signal: quitting.signal,
    terminal: 80,
    answer: 'yes',
    stdout: () => quitting.abort(new BrokenPipeError()),
  });
  return {...outcome, writes: tenant.requests.filter(request => !request.startsWith('GET'))};
}

test('an apply whose pager is closed before the whole plan was shown says that it did nothing (row 139)', async () => {
  expect(await closePager('apply -f f.json')).toMatchObject({
    exitCode: 9,
    stderr: expect.stringContaining('the pager was closed before all changes were shown, so nothing was changed'),
    writes: [],
  });
});

test('a plan that cannot be saved says so after the pager is closed as well (row 139)', async () => {
  expect(await closePager('plan -f f.json --out f.json/plan.json')).toMatchObject({
    exitCode: 11,
    stderr: expect.stringContaining('f.json/plan.json'),
  });
});
