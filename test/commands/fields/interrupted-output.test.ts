import {expect, test} from 'vitest';
import {BrokenPipeError, InterruptedError} from '../../../src/base/errors.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant, field} from '../../harness/tenant.js';

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
