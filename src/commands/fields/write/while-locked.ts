import type {ApiContext} from '../../../app/api-context.js';
import {only} from '../../../base/catch-errors.js';
import {identifyTenant} from '../runs/identify-tenant.js';
import {lockTenant, NoLockError} from './lock-tenant.js';

/** How long to wait for other commands. Most are short; an apply may take minutes. */
const maxMs = 30_000;

/**
 * Reads and writes fields while no other command on this machine writes those of the tenant: what was read is still
 * true when a write is based on it. A dry run needs no lock.
 *
 * @throws StaleError if another command takes too long
 */
export async function whileLocked(
  context: ApiContext,
  {dryRun}: {readonly dryRun?: true | undefined},
  readAndWrite: () => Promise<void>,
): Promise<void> {
  // An in-memory sandbox belongs to this process alone.
  const isAlone = dryRun || context.options.sandbox === ':memory:';
  const unlock = isAlone ? () => {} : await lock(context);
  try {
    await readAndWrite();
  } finally {
    unlock();
  }
}

async function lock(context: ApiContext): Promise<() => void> {
  const {reporter} = context;
  const show = (holder: number) =>
    reporter.note(
      `another command that writes to this tenant is running${holder === 0 ? '' : ` (process ${holder})`}; waiting up to ${maxMs / 1000} s`,
    );
  const warn = async ({message}: NoLockError) => {
    await reporter.warn(`${message}; do not run another command that writes to this tenant until this one has ended`);
    return () => {};
  };
  return lockTenant(context, identifyTenant(context), {maxMs, show}).catch(only(NoLockError, warn));
}
