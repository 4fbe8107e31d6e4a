import {join} from 'node:path';
import type {Context} from '../base/context.js';
import {LocalError, StaleError} from '../base/errors.js';
import {describeSystemError} from '../base/inspect-error.js';
import {digest} from '../plan/plan-document.js';
import {lockNameOf, type TenantIdentity} from '../plan/tenant-identity.js';
import {LockedError, lockFile} from '../system/files/lock-file.js';
import {makeDirectory} from '../system/files/make-directory.js';
import {findRunDirectory} from './run-directory.js';

/**
 * Locks the tenant against other applies on this machine.
 *
 * @returns the function that releases the lock
 * @throws StaleError naming the process that holds the lock
 */
export async function lockTenant(context: Context, tenant: TenantIdentity): Promise<() => void> {
  const directory = await findRunDirectory(context);
  makeDirectory(directory);
  try {
    return lockFile(join(directory, `${digest(lockNameOf(tenant))}.lock`), {pid: context.pid});
  } catch (error) {
    if (error instanceof LockedError)
      throw new StaleError(
        `another apply is running on this tenant${error.holder === 0 ? '' : ` (process ${error.holder})`}`,
        'Wait for it to finish.',
      );
    throw new LocalError(`cannot lock the tenant: ${describeSystemError(error)}`, {cause: error});
  }
}
