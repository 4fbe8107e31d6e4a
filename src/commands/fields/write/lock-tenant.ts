import {existsSync} from 'node:fs';
import {isAbsolute, join} from 'node:path';
import {findRunDirectory} from '../../../app/run-directory.js';
import type {Context} from '../../../base/context.js';
import {LocalError, StaleError} from '../../../base/errors.js';
import {describeSystemError, systemCode} from '../../../base/inspect-error.js';
import {digest} from '../../../plan/plan-document.js';
import {lockNamesOf, sandboxPrefix, type TenantIdentity} from '../../../plan/tenant-identity.js';
import {LockedError, lockFile} from '../../../system/files/lock-file.js';
import {makeDirectory} from '../../../system/files/make-directory.js';
import {realPath} from '../../../system/files/real-path.js';

const pollMs = 100;

const stateHint = 'Set BIZCTL_STATE_DIR to a writable directory.';

/** Thrown when the lock file cannot be created, for example in a read-only directory. */
export class NoLockError extends LocalError {}

/** How to wait for other commands. */
export interface LockWait {
  readonly maxMs: number;
  /** Called once, with the process that is waited for; 0 if it is not known. */
  readonly show: (holder: number) => Promise<void>;
}

/**
 * Locks the tenant against other commands on this machine that write its fields.
 *
 * @returns the function that releases the lock
 * @throws StaleError naming the process that holds the lock; NoLockError; LocalError if there is a lock that cannot be
 * used
 */
export async function lockTenant(context: Context, tenant: TenantIdentity, wait?: LockWait): Promise<() => void> {
  const directory = await prepareDirectory(context);
  const held: (() => void)[] = [];
  const unlock = () => {
    for (const release of held.toReversed()) release();
  };
  const waiting = {ms: 0};
  try {
    // Every command locks by name first, then by token, so that no two wait for each other.
    for (const name of lockNamesOf(withRealFile(tenant)))
      held.push(await lockOne(context, join(directory, `${digest(name)}.lock`), wait, waiting));
    return unlock;
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Several symlinks may lead to the file of an embedded sandbox. */
function withRealFile(tenant: TenantIdentity): TenantIdentity {
  const file = tenant.base_url.startsWith(sandboxPrefix) ? tenant.base_url.slice(sandboxPrefix.length) : '';
  return isAbsolute(file) ? {...tenant, base_url: `${sandboxPrefix}${realPath(file)}`} : tenant;
}

/** @param waiting the time spent waiting so far, for all locks of the tenant */
async function lockOne(
  context: Context,
  path: string,
  wait: LockWait | undefined,
  waiting: {ms: number},
): Promise<() => void> {
  for (;;) {
    try {
      return lockFile(path, {pid: context.pid});
    } catch (error) {
      if (!(error instanceof LockedError)) throw toLockError(path, error);
      if (!wait || waiting.ms >= wait.maxMs)
        throw new StaleError(
          `another command that writes to this tenant is running${error.holder === 0 ? '' : ` (process ${error.holder})`}`,
          'Wait for it to finish, or answer its question at its terminal.',
        );
      if (waiting.ms === 0) await wait.show(error.holder);
    }
    waiting.ms += pollMs;
    await context.timing.sleep(pollMs, context.signal);
  }
}

function toLockError(path: string, cause: unknown): LocalError {
  const message = `cannot lock the tenant with ${path}: ${describeSystemError(cause)}`;
  if (!existsSync(path)) return new NoLockError(message, {cause, hint: stateHint});
  const code = systemCode(cause) ?? '';
  if (code === 'EROFS') return new LocalError(message, {cause, hint: stateHint});
  const isForeign = /^(?:EACCES|EPERM)$/.test(code);
  const hint = isForeign
    ? 'It belongs to another user. Remove it once that user has no bizctl command running.'
    : 'Move it aside; bizctl creates a new file.';
  return new LocalError(message, {cause, hint});
}

/** @throws NoLockError */
async function prepareDirectory(context: Context): Promise<string> {
  try {
    const directory = await findRunDirectory(context);
    makeDirectory(directory);
    return directory;
  } catch (error) {
    if (error instanceof LocalError)
      throw new NoLockError(error.message, {...error.details, hint: error.details.hint ?? stateHint});
    throw error;
  }
}
