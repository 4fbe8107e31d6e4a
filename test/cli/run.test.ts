import {expect, test} from 'vitest';
import type {Attempt} from '../../src/base/context.js';
import {BrokenPipeError, InterruptedError, OutputError} from '../../src/base/errors.js';
import {bizctl} from '../harness/run-bizctl.js';
import {createTenant, field} from '../harness/tenant.js';

test('exits with 130 on Ctrl-C and says that a write may have happened', async () => {
  const hanging = (controller: AbortController) => ({
    fetch: (_request: Request, {signal}: Attempt) =>
      new Promise<Response>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        controller.abort(new InterruptedError(130));
      }),
  });
  const reading = new AbortController();
  expect(await bizctl('fields list --json', {tenant: hanging(reading), signal: reading.signal})).toMatchObject({
    exitCode: 130,
    stdout: '',
  });
  const writing = new AbortController();
  expect(
    await bizctl('fields update cf_a --label x', {
      tenant: hanging(writing),
      signal: writing.signal,
      finishMs: 0,
    }),
  ).toEqual({
    exitCode: 130,
    stdout: '',
    stderr:
      'error: interrupted; may have been updated: cf_a\n' +
      'hint: The write may still go through. In a few seconds, run: bizctl fields list\n',
  });
});

test('exits quietly when stdout is closed (row 96), and with 11 when the disk is full (row 97)', async () => {
  const failing = (error: Error) => () => {
    throw error;
  };
  const tenant = createTenant([field('a')]);
  expect(await bizctl('fields list', {tenant, stdout: failing(new BrokenPipeError())})).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: '',
  });
  expect(
    await bizctl('fields list', {tenant, stdout: failing(new OutputError('cannot write output: ENOSPC'))}),
  ).toEqual({exitCode: 11, stdout: '', stderr: 'error: cannot write output: ENOSPC\n'});
});

test('reports an unexpected error as a bug, without a stack trace', async () => {
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

test('does not report too many open files as a bug', async () => {
  const tenant = {
    fetch: async () => {
      throw Object.assign(new Error('EMFILE: too many open files'), {code: 'EMFILE'});
    },
  };
  expect(await bizctl('fields list', {tenant})).toEqual({
    exitCode: 11,
    stdout: '',
    stderr:
      'error: too many open files (EMFILE)\nhint: Allow the process more open files, for example: ulimit -n 1024\n',
  });
});

test('options after -- do not decide how errors are shown', async () => {
  const {exitCode, stderr} = await bizctl(['--', '--json']);
  expect({exitCode, isText: stderr.startsWith('error: ')}).toEqual({exitCode: 2, isText: true});
});

test('refuses an argument that is not UTF-8, and sends nothing (row 49)', async () => {
  const tenant = createTenant([field('a')]);
  const line = 'fields update cf_a --label Gr\ufffd\ufffde';
  expect(await bizctl(line, {tenant, hasBrokenArguments: true})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr:
      'error: an argument is not valid UTF-8: "Gr\ufffd\ufffde"\n' +
      'hint: Use a UTF-8 terminal, or save the script as UTF-8.\n',
  });
  expect(tenant.requests).toEqual([]);
  expect((await bizctl(line, {tenant})).exitCode).toBe(0);
});

test.each(['', ' --json'])('cuts the middle out of a message that quotes a very long argument%s', async format => {
  const {exitCode, stderr} = await bizctl(`fields get name:${'x'.repeat(100_000)}${format}`, {
    tenant: createTenant([field('a')]),
  });
  expect({exitCode, isShort: stderr.length < 30_000, hasGap: stderr.includes('x […] x')}).toEqual({
    exitCode: 4,
    isShort: true,
    hasGap: true,
  });
});

test('an argument that --sandbox has taken for its file is named', async () => {
  expect(await bizctl(['api', 'GET', '--sandbox', 'v2/deals'])).toEqual({
    exitCode: 2,
    stdout: '',
    stderr:
      'error: missing argument <path>\nhint: Pass a method and a path, such as GET v2/deals. (--sandbox took "v2/deals" as its state file; if that was meant as an argument, put --sandbox last.)\n',
  });
});
