import {UsageError} from '../base/errors.js';
import type {Factory} from './factory.js';

/** For commands about stored tenants, where `--sandbox` would be ignored and a real tenant used. */
export function withoutSandbox(factory: Factory): Factory {
  return {
    ...factory,
    open: async command => {
      if (command.optsWithGlobals().sandbox !== undefined)
        throw new UsageError('the sandbox has no profile and needs no login', 'Run the command without --sandbox.');
      return factory.open(command);
    },
  };
}
