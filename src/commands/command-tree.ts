import type {CommandUnknownOpts, Option} from '@commander-js/extra-typings';

/** All visible commands without subcommands, in the order of the help. */
export function findLeaves(command: CommandUnknownOpts): readonly CommandUnknownOpts[] {
  if (command.name().startsWith('_')) return [];
  return command.commands.length === 0 ? [command] : command.commands.flatMap(findLeaves);
}

/** Finds the option that a word names, of a command or of those above it. */
export function findOption(command: CommandUnknownOpts | null, word: string): Option | undefined {
  if (command === null) return undefined;
  const own = command.options.find(({short, long}) => word === short || word === long);
  return own ?? findOption(command.parent, word);
}

/** The command that a command line names, as far as it names one. The value of an option names none. */
export function findCommand(root: CommandUnknownOpts, argv: readonly string[]): CommandUnknownOpts {
  let command = root;
  let isValue = false;
  for (const word of argv) {
    const named: CommandUnknownOpts | undefined = isValue
      ? undefined
      : command.commands.find(each => each.name() === word);
    isValue = !isValue && findOption(command, word)?.required === true;
    command = named ?? command;
  }
  return command;
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
