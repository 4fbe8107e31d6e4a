import type {CommandUnknownOpts} from '@commander-js/extra-typings';

/** All visible commands without subcommands, in the order of the help. */
export function findLeaves(command: CommandUnknownOpts): readonly CommandUnknownOpts[] {
  if (command.name().startsWith('_')) return [];
  return command.commands.length === 0 ? [command] : command.commands.flatMap(findLeaves);
}

/** `bizctl fields get` */
export function pathOf(command: CommandUnknownOpts): readonly string[] {
  return [...(command.parent ? pathOf(command.parent) : []), command.name()];
}

/** `<field>`, `[phrase...]` */
export function showArguments({registeredArguments}: CommandUnknownOpts): readonly string[] {
  return registeredArguments.map(argument => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
}
