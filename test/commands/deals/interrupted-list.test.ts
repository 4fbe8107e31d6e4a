import {expect, test} from 'vitest';
import {InterruptedError} from '../../../src/base/errors.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {reply} from '../../harness/tenant.js';

test.each<[string, string, string]>([
  ['', 'ID\n1\n', 'error: interrupted\nhint: Continue with --page-token p2\n'],
  ['--output csv', 'id\r\n1\r\n', '"hint":"Continue with --page-token p2"'],
  ['--sort id', '', 'error: interrupted\n'],
])(
  'an interrupted list (%s) says where to continue, unless it has printed nothing',
  async (options, stdout, stderr) => {
    const interruption = new AbortController();
    const fetch = async (request: Request) => {
      if (!request.url.includes('page_token')) return reply({deals: [{id: '1'}], next_page_token: 'p2'});
      interruption.abort(new InterruptedError());
      throw interruption.signal.reason;
    };
    const outcome = await bizctl(`deals list ${options}`, {tenant: {fetch}, signal: interruption.signal});
    expect(outcome.stderr.includes('Continue')).toBe(stdout !== '');
    expect(outcome).toEqual({exitCode: 130, stdout, stderr: expect.stringContaining(stderr)});
  },
);
