import {UsageError} from '../base/errors.js';
import type {Group} from './global-options.js';

/** Refuses `--sandbox` in groups about stored tenants, where it would be ignored and a real tenant used. */
export function refuseSandbox(group: Group): void {
  group.hook('preAction', (_group, command) => {
    if (command.optsWithGlobals()['sandbox'] !== undefined)
      throw new UsageError('the sandbox has no profile and needs no login', 'Run the command without --sandbox.');
  });
}

/** Refuses the options that select a tenant in the group about the sandbox, where they would be ignored. */
export function refuseTenant(group: Group): void {
  group.hook('preAction', (_group, command) => {
    const {profile, baseUrl} = command.optsWithGlobals();
    if (profile === undefined && baseUrl === undefined) return;
    const option = profile === undefined ? '--base-url' : '--profile';
    throw new UsageError(`sandbox ${command.name()} never contacts a tenant`, `Run the command without ${option}.`);
  });
}
