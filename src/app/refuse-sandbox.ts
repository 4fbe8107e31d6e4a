import {UsageError} from '../base/errors.js';
import type {Group} from './global-options.js';

/** Refuses `--sandbox` in groups about stored tenants, where it would be ignored and a real tenant used. */
export function refuseSandbox(group: Group): void {
  group.hook('preAction', (_group, command) => {
    if (command.optsWithGlobals()['sandbox'] !== undefined)
      throw new UsageError('the sandbox has no profile and needs no login', 'Run the command without --sandbox.');
  });
}
