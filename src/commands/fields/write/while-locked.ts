import type {ApiContext} from '../../../app/api-context.js';
import {lockTenant} from '../../../app/lock-tenant.js';
import {LocalError} from '../../../base/errors.js';
import {identifyTenant} from '../apply/identify-tenant.js';

/** How long to wait for other commands. Most are short; an apply may take minutes. */
const maxMs = 30_000;

/**
 * Reads and writes fields while no other command on this machine writes those of the tenant: what was read is still true
 * when a write is based on it. A dry run needs no lock.
 *
 * @throws StaleError if another command takes too long
 */
export async function whileLocked(
  context: ApiContext,
  {dryRun}: {readonly dryRun?: true | undefined},
  readAndWrite: () => Promise<void>,
): Promise<void> {
  const unlock = dryRun ? () => {} : await lock(context);
  try {
    await readAndWrite();
  } finally {
    unlock();
  }
}

async function lock(context: ApiContext): Promise<() => void> {
  const {reporter} = context;
  let hasWaited = false;
  const show = async (holder: number) => {
    hasWaited = true;
    const process = holder === 0 ? '' : ` (process ${holder})`;
    await reporter.showProgress(`another command is writing to this tenant${process}; waiting for it to finish…`);
  };
  try {
    return await lockTenant(context, identifyTenant(context), {maxMs, show});
  } catch (error) {
    // Without a directory for it there is no journal either, and a warning says so.
    if (error instanceof LocalError) return () => {};
    throw error;
  } finally {
    if (hasWaited) await reporter.showProgress(undefined);
  }
}
