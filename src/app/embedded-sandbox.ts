import {join, resolve} from 'node:path';
import type {Context} from '../base/context.js';
import type {Connection} from '../profile/resolve-connection.js';
import {tokenPrefix} from '../sandbox/assumptions.js';
import {parseFault} from '../sandbox/fault.js';
import {createId, createSandbox, type Sandbox} from '../sandbox/sandbox.js';
import {reseedStore} from '../sandbox/seed.js';
import {withFaults} from '../sandbox/with-faults.js';
import {makeDirectory} from '../system/files/make-directory.js';
import {orLocalError} from '../system/files/or-local-error.js';
import {toFetch} from '../system/transport/complete-response.js';
import {openSandboxStore, withState} from './open-sandbox-store.js';
import {sandboxAddress} from './sandbox-address.js';

/** The path of the sandbox state: the given file, else one in the user's data directory. */
export async function prepareSandboxFile(named: string | true | undefined, context: Context): Promise<string> {
  if (named === ':memory:') return named;
  // Fails if the current directory was deleted.
  if (typeof named === 'string' && named !== '') return orLocalError(`cannot find ${named}`, () => resolve(named));
  const {data} = await context.directories();
  makeDirectory(data, {hint: 'Keep the state elsewhere: pass --sandbox FILE.'});
  return join(data, 'sandbox.db');
}

export async function resetEmbeddedSandbox(file: string, context: Context): Promise<void> {
  const store = await openSandboxStore(file, context);
  try {
    await withState(file, context, () => reseedStore(store));
  } finally {
    store.close();
  }
}

/** Opens the sandbox in this process. It has its own token, so that no real token is ever sent to it. */
export async function openEmbeddedSandbox(
  named: string | true,
  faults: readonly string[],
  context: Context,
): Promise<{connection: Connection; fetch: Context['fetch']}> {
  // Before anything is created.
  const parsed = faults.map(parseFault);
  const token = createId(tokenPrefix);
  const file = await prepareSandboxFile(named, context);
  const store = await openSandboxStore(file, context);
  const created = createSandbox(store, {token, now: context.now});
  const waiting: Sandbox = request => withState(file, context, () => created(request.clone()));
  const sandbox = withFaults(waiting, parsed, context.killProcess);
  return {
    connection: {
      baseUrl: new URL(sandboxAddress),
      baseUrlSource: '--sandbox',
      token,
      tokenSource: 'the sandbox',
    },
    fetch: toFetch(sandbox),
  };
}
