import {UsageError} from '../base/errors.js';
import type {Factory} from './factory.js';

/** For commands about stored tenants: the sandbox needs no profile, and `--sandbox` must not end at a real tenant. */
export function withoutSandbox(factory: Factory): Factory {
  return {
    ...factory,
    open: async invocation => {
      if (invocation.optsWithGlobals().sandbox !== undefined)
        throw new UsageError('the sandbox has no profile and needs no login', 'Run the command without --sandbox.');
      return factory.open(invocation);
    },
  };
}
