import {UsageError} from '../base/errors.js';
import type {Group} from './global-options.js';

/** Refuses `--sandbox` in groups about stored tenants, where it would be ignored and a real tenant used. */
export function refuseSandbox(group: Group): void {
  group.hook('preAction', (_group, command) => {
    if (command.optsWithGlobals()['sandbox'] !== undefined)
      throw new UsageError('profiles and logins do not apply to the sandbox', 'Run the command without --sandbox.');
  });
}

const optionNames = {profile: '--profile', baseUrl: '--base-url'} as const;

/**
 * Refuses options that select a tenant in commands that would ignore them.
 *
 * @param users the commands of the group that use them
 */
export function refuseUnused(
  group: Group,
  names: readonly (keyof typeof optionNames)[],
  users: readonly string[] = [],
): void {
  group.hook('preAction', (_group, command) => {
    const options = command.optsWithGlobals();
    const name = names.find(each => options[each] !== undefined);
    if (name === undefined || users.includes(command.name())) return;
    const option = optionNames[name];
    throw new UsageError(
      `${group.name()} ${command.name()} does not take ${option}`,
      `Run the command without ${option}.`,
    );
  });
}
