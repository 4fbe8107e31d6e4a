import {realpathSync} from 'node:fs';
import {prepareSandboxFile} from '../../app/embedded-sandbox.js';
import {openSandboxStore} from '../../app/open-sandbox-store.js';
import type {Context} from '../../base/context.js';
import {LocalError, UsageError} from '../../base/errors.js';
import {describeSystemError} from '../../base/inspect-error.js';
import {tokenPrefix} from '../../sandbox/assumptions.js';
import {parseFault} from '../../sandbox/fault.js';
import {createId, createSandbox, type Sandbox} from '../../sandbox/sandbox.js';
import {toStateReply} from '../../sandbox/state-error.js';
import {withFaults} from '../../sandbox/with-faults.js';

export interface ServedSandbox {
  readonly base_url: string;
  readonly token: string;
  readonly state: string;
  readonly stop: () => Promise<void>;
}

/**
 * @param port 0 for any free port
 * @throws LocalError when the port is in use or another server has locked the state
 */
export async function serveEmbeddedSandbox(
  named: string | true | undefined,
  port: number,
  faults: readonly string[],
  context: Context,
): Promise<ServedSandbox> {
  // Before anything is created.
  const parsed = faults.map(parseFault);
  const token = context.env['BIZCTL_SANDBOX_TOKEN'] || createId(tokenPrefix);
  if (!/^sandbox_[\w-]{8,}$/.test(token))
    throw new UsageError(
      'BIZCTL_SANDBOX_TOKEN is not a sandbox token',
      `Use ${tokenPrefix} followed by at least 8 letters, digits, dashes or underscores. Do not use a real token.`,
    );
  const state = await prepareSandboxFile(named, context);
  const store = await openSandboxStore(state, context);
  const created = createSandbox(store, {token, now: context.now});
  const answering: Sandbox = request => created(request).catch(toStateReply);
  const sandbox = withFaults(answering, parsed, context.killProcess);
  const {unlock, server} = await listen(state, sandbox, port, context.pid).catch(error => {
    store.close();
    throw error;
  });
  return {
    base_url: `http://127.0.0.1:${server.port}`,
    token,
    state,
    stop: async () => {
      await server.close();
      store.close();
      unlock();
    },
  };
}

async function listen(state: string, sandbox: Sandbox, port: number, pid: number) {
  const [{lockFile, LockedError}, {serveSandbox}] = await Promise.all([
    import('../../system/files/lock-file.js'),
    import('../../sandbox/serve-sandbox.js'),
  ]);
  let unlock = () => {};
  try {
    if (state !== ':memory:') unlock = lockFile(`${realpathSync(state)}.lock`, {pid});
    return {unlock, server: await serveSandbox(sandbox, port)};
  } catch (error) {
    unlock();
    if (error instanceof LockedError)
      throw new LocalError(
        `cannot serve the sandbox: ${state} is already served by ${error.holder === 0 ? 'another process' : `process ${error.holder}`}`,
        {
          hint: 'Stop that process, or use another file with --sandbox FILE.',
          cause: error,
        },
      );
    throw new LocalError(`cannot serve the sandbox on port ${port}: ${describeSystemError(error)}`, {
      hint: 'Choose another port with --port, or 0 for any free one.',
      cause: error,
    });
  }
}
