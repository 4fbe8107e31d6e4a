import {existsSync, realpathSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import type {Context} from '../base/context.js';
import {LocalError, messageOf, systemCode, UsageError} from '../base/errors.js';
import type {Connection} from '../profile/resolve-connection.js';
import {tokenPrefix} from '../sandbox/assumptions.js';
import {FaultSyntaxError, parseFault, withFaults} from '../sandbox/fault.js';
import {createId, createSandbox, type Sandbox} from '../sandbox/sandbox.js';
import {reseedStore, seedNewStore} from '../sandbox/seed.js';
import {openStore, type Store} from '../sandbox/store.js';
import {makeDirectory} from '../system/files/make-directory.js';
import {completeResponse} from '../system/transport/complete-response.js';
import {sandboxAddress} from './sandbox-address.js';

/** The path of the sandbox state: the given file, else one in the user's data directory. */
export async function sandboxFile(named: string | true | undefined, context: Context): Promise<string> {
  if (named === ':memory:') return named;
  if (typeof named === 'string' && named !== '') return resolve(named);
  const {data} = await context.directories();
  makeDirectory(data);
  return join(data, 'sandbox.db');
}

/** What the sandbox answers when its state cannot be written; nothing has changed then. */
const insufficientStorage = 507;
/** SQLITE_IOERR, which stands for a file size limit as well, and SQLITE_FULL. */
const fullCodes: ReadonlySet<number> = new Set([10, 13]);

function isDiskFull(error: unknown): boolean {
  const code = systemCode(error) ?? '';
  if (/^(?:ENOSPC|EDQUOT|EFBIG)$/.test(code)) return true;
  return (
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    fullCodes.has(error.errcode & 0xff)
  );
}

function noSpace(file: string, cause?: unknown): LocalError {
  return new LocalError(`cannot write the sandbox state ${file}: no space left`, {
    hint: 'Free some space, or use a file on another disk with --sandbox FILE.',
    cause,
  });
}

/**
 * @throws LocalError naming the file when it cannot be opened; an existing file is never overwritten with an empty
 * state
 */
async function openSandboxStore(file: string): Promise<Store> {
  try {
    const store = openStore(file);
    seedNewStore(store);
    return store;
  } catch (error) {
    if (isDiskFull(error)) throw noSpace(file, error);
    throw new LocalError(`cannot open the sandbox state ${file}: ${messageOf(error)}`, {
      hint: existsSync(dirname(file))
        ? 'Move the file away to start over, or use another one with --sandbox FILE.'
        : `Create the directory ${dirname(file)} first.`,
      cause: error,
    });
  }
}

/** Resets the state to the seed tenant. */
export async function resetEmbeddedSandbox(file: string): Promise<void> {
  const store = await openSandboxStore(file);
  reseedStore(store);
  store.close();
}

/** @throws UsageError for invalid fault syntax */
function addFaults(sandbox: Sandbox, faults: readonly string[], die: () => void): Sandbox {
  if (faults.length === 0) return sandbox;
  try {
    return withFaults(sandbox, faults.map(parseFault), die);
  } catch (error) {
    if (!(error instanceof FaultSyntaxError)) throw error;
    throw new UsageError(
      `--fault: ${error.message}`,
      "Expected a fault such as 'POST /v2/customFields#3: commit-then-reset', with 503 retry-after=2 body=…, delay MS, hang, reset, commit-then-reset, truncate, type TYPE, kill or commit-then-kill.",
    );
  }
}

/** Opens the sandbox in this process. It has its own token, so that no real token is ever sent to it. */
export async function openEmbeddedSandbox(
  named: string | true,
  faults: readonly string[],
  context: Context,
): Promise<{connection: Connection; fetch: Context['fetch']}> {
  const token = createId(tokenPrefix);
  const file = await sandboxFile(named, context);
  const store = await openSandboxStore(file);
  const sandbox = addFaults(createSandbox(store, {token, now: context.now}), faults, context.die);
  return {
    connection: {
      baseUrl: new URL(sandboxAddress),
      baseUrlSource: '--sandbox',
      token,
      tokenSource: 'the sandbox',
    },
    fetch: async request => {
      const response = await sandbox(request);
      if (response.status === insufficientStorage) throw noSpace(file);
      return completeResponse(response, request.signal);
    },
  };
}

/** A sandbox served over HTTP, and how to reach it. */
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
  const token = context.env['BIZCTL_SANDBOX_TOKEN'] || createId(tokenPrefix);
  if (!/^sandbox_[\w-]{8,}$/.test(token)) {
    throw new UsageError(
      'BIZCTL_SANDBOX_TOKEN is not a sandbox token',
      `Use ${tokenPrefix} followed by 8 or more letters or digits; never a real token.`,
    );
  }
  const state = await sandboxFile(named, context);
  const store = await openSandboxStore(state);
  const sandbox = addFaults(createSandbox(store, {token, now: context.now}), faults, context.die);
  const {unlock, server} = await listen(state, sandbox, port, context.pid);
  return {
    base_url: `http://127.0.0.1:${server.port}/`,
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
    import('../system/files/lock-file.js'),
    import('../sandbox/server.js'),
  ]);
  let unlock = () => {};
  try {
    if (state !== ':memory:') unlock = lockFile(`${realpathSync(state)}.lock`, {pid});
    return {unlock, server: await serveSandbox(sandbox, port)};
  } catch (error) {
    unlock();
    const [message, hint] =
      error instanceof LockedError
        ? [
            `${state} is already served by process ${error.holder}`,
            'Stop that process, or use another state with --sandbox FILE.',
          ]
        : [messageOf(error), 'Choose another port with --port, or 0 for any free one.'];
    throw new LocalError(`cannot serve the sandbox: ${message}`, {hint, cause: error});
  }
}
