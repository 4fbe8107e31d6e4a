import {expect, test} from 'vitest';
import {InterruptedError} from '../../../src/base/errors.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {answering, createTenant, reply} from '../../harness/tenant.js';
import {allowViolations} from '../../harness/violations.js';

const found = {query: 'x', complete_match: true, result: {dates: ['2026-01-02T00:00:00Z']}};

test.each([
  {results: [], error: {message: 'engine is down'}},
  {results: [found], error: {message: 'engine is down'}},
  {errors: ['engine is down']},
])('does not accept an error in a successful reply as an answer: %j', async reply => {
  allowViolations();
  expect(await bizctl('dates parse x --first', {tenant: answering(reply)})).toEqual({
    exitCode: 6,
    stdout: '',
    stderr: 'error: the reply contains an error: engine is down\nhint: Try again later.\n',
  });
});

test('Ctrl-C after some answers is an interruption, not a failed phrase (row 37)', async () => {
  const interruption = new AbortController();
  const tenant = createTenant([], {
    'GET /v2/dateExpressions': request => {
      if (request.url.includes('bad')) interruption.abort(new InterruptedError());
      return reply({results: []});
    },
  });
  const {exitCode, stderr} = await bizctl('dates parse --quiet', {
    tenant,
    signal: interruption.signal,
    stdin: 'a\nb\nc\nd\ne\nbad\nf\n',
  });
  expect({exitCode, stderr}).toEqual({exitCode: 130, stderr: 'error: interrupted\n'});
});

test('a date that does not exist is shown as the API has sent it (row 111)', async () => {
  const result = {...found, result: {dates: ['2025-02-30T00:00:00Z', '2025-02-28T00:00:00Z']}};
  const {stdout} = await bizctl('dates parse x --time-zone UTC', {tenant: answering({results: [result]})});
  expect(stdout.split('\n').filter(line => line.includes('2025'))).toEqual([
    expect.stringMatching(/^dates +2025-02-30T00:00:00Z$/),
    expect.stringContaining('Fri 28 Feb 2025 00:00 UTC'),
  ]);
});

test('a phrase that was understood and has no date is not called misunderstood', async () => {
  const tenant = answering({results: [{...found, result: {dates: []}}]});
  expect(await bizctl('dates parse x --first', {tenant})).toEqual({
    exitCode: 4,
    stdout: '',
    stderr: 'error: no date in "x"\nhint: Rephrase it, for example "next friday at 3pm".\n',
  });
  // It may have a chain.
  expect(await bizctl('dates parse x --strict', {tenant})).toMatchObject({exitCode: 0, stderr: ''});
});
