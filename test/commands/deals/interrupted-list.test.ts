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

test('a list that is interrupted within a page says which rows come again', async () => {
  const interruption = new AbortController();
  const rows = Array.from({length: 10_001}, (_none, index) => ({id: `${index}`, text: 'x'}));
  const fetch = async (request: Request) =>
    request.url.includes('page_token')
      ? reply({deals: rows})
      : reply({deals: [{id: 'first', text: 'x'}], next_page_token: 'p2'});
  let written = 0;
  const stdout = (text: string) => {
    written += text.split('\n').length - 1;
    if (written > 1) interruption.abort(new InterruptedError());
  };
  const world = {tenant: {fetch}, signal: interruption.signal, stdout};
  const {stderr} = await bizctl('deals list --output ndjson --columns id', world);
  expect(JSON.parse(stderr).error.hint).toBe('Continue with --page-token p2, which lists the last 10000 rows again');
});
