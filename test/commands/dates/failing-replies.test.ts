import {expect, test} from 'vitest';
import {bizctl} from '../../harness/run-bizctl.js';
import {answering} from '../../harness/tenant.js';
import {allowViolations} from '../../harness/violations.js';

const found = {query: 'x', complete_match: true, result: {dates: ['2026-01-02T00:00:00Z']}};

test.each([
  {results: [], error: {message: 'engine is down'}},
  {results: [found], error: {message: 'engine is down'}},
  {errors: ['engine is down']},
])('an error in a successful reply is no answer: %j', async reply => {
  allowViolations();
  expect(await bizctl('dates parse x --first', {tenant: answering(reply)})).toEqual({
    exitCode: 6,
    stdout: '',
    stderr: 'error: the reply contains an error: engine is down\nhint: Try again later.\n',
  });
});
