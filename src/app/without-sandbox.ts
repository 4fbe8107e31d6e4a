import {UsageError} from '../base/errors.js';
import type {OpenDesk} from './command-context.js';

/** For commands about stored tenants: they are not for the sandbox, and must not touch a real tenant when it is named. */
export function withoutSandbox(open: OpenDesk): OpenDesk {
  return async invocation => {
    if (invocation.optsWithGlobals().sandbox !== undefined)
      throw new UsageError('the embedded sandbox has no profile and needs no login', 'Leave --sandbox out.');
    return open(invocation);
  };
}
