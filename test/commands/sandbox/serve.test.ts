import {expect, test} from 'vitest';
import {InterruptedError} from '../../../src/base/errors.js';
import {bizctl, type Outcome, type World} from '../../harness/run-bizctl.js';

/** Serves until the address is printed, with the port hidden. */
async function serve(line: string, world: World = {}): Promise<Outcome> {
  const interruption = new AbortController();
  const outcome = await bizctl(`sandbox serve --port 0 --sandbox :memory: ${line}`, {
    ...world,
    env: {BIZCTL_SANDBOX_TOKEN: 'sandbox_of-the-tests', ...world.env},
    signal: interruption.signal,
    stdout: () => void setImmediate(() => interruption.abort(new InterruptedError())),
  });
  return {...outcome, stdout: outcome.stdout.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:PORT')};
}

const variables = 'export BIZCTL_BASE_URL=http://127.0.0.1:PORT\nexport BIZCTL_TOKEN=sandbox_of-the-tests\n';

test('prints shell variables in a pipe and at a terminal', async () => {
  expect(await serve('')).toEqual({
    exitCode: 0,
    stdout: variables,
    stderr: 'note: serving :memory:; press Ctrl-C to stop\n',
  });
  expect(await serve('', {terminal: 80})).toEqual({
    exitCode: 0,
    stdout: variables,
    stderr: '\u001b[2mnote:\u001b[22m serving :memory:; press Ctrl-C to stop\n',
  });
});

test('prints address, token and state as JSON', async () => {
  expect(await serve('--json')).toEqual({
    exitCode: 0,
    stdout: '{"base_url":"http://127.0.0.1:PORT","token":"sandbox_of-the-tests","state":":memory:"}\n',
    stderr: '{"note":{"message":"serving :memory:; press Ctrl-C to stop"}}\n',
  });
});

test('refuses a token that is not one of a sandbox, without printing it (row 124)', async () => {
  const {stderr, ...rest} = await serve('', {env: {BIZCTL_SANDBOX_TOKEN: 'real-secret-token'}});
  expect(rest).toEqual({exitCode: 2, stdout: ''});
  expect(stderr).toMatchInlineSnapshot(`
    "error: BIZCTL_SANDBOX_TOKEN is not a sandbox token
    hint: Use sandbox_ followed by at least 8 letters, digits, dashes or underscores. Do not use a real token.
    "
  `);
});
