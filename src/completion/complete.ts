import type {CommandUnknownOpts, Option} from '@commander-js/extra-typings';

/** A word that may stand where the cursor is. */
export interface Candidate {
  readonly word: string;
  readonly description: string;
}

function optionsOf(command: CommandUnknownOpts): readonly Option[] {
  return [...command.options, ...(command.parent ? optionsOf(command.parent) : [])];
}

function toCandidates(option: Option, prefix = ''): readonly Candidate[] {
  return (option.argChoices ?? []).map(choice => ({word: `${prefix}${choice}`, description: option.description}));
}

/** The command that the words lead to, and the option whose value comes next. */
function follow(
  program: CommandUnknownOpts,
  words: readonly string[],
): {readonly command: CommandUnknownOpts; readonly pending: Option | undefined; readonly isPlain: boolean} {
  let command = program;
  let pending: Option | undefined;
  let isPlain = false;
  for (const word of words) {
    if (pending) pending = undefined;
    else if (word === '--') isPlain = true;
    else if (word.startsWith('-') && !isPlain)
      pending = optionsOf(command).find(option => option.required && (option.long === word || option.short === word));
    else command = command.commands.find(child => child.name() === word) ?? command;
  }
  return {command, pending, isPlain};
}

/**
 * The words that may stand at the end of a command line. Pure: nothing on the line is run or looked up.
 *
 * @param words all words behind `bizctl`, the last being the one under the cursor, empty when it has not begun
 */
export function complete(program: CommandUnknownOpts, words: readonly string[]): readonly Candidate[] {
  const current = words.at(-1) ?? '';
  const {command, pending, isPlain} = follow(program, words.slice(0, -1));
  return findCandidates(command, pending, isPlain, current).filter(({word}) => word.startsWith(current));
}

function findCandidates(
  command: CommandUnknownOpts,
  pending: Option | undefined,
  isPlain: boolean,
  current: string,
): readonly Candidate[] {
  if (pending) return toCandidates(pending);
  if (!current.startsWith('-') || isPlain) {
    const commands = command.commands.filter(child => !child.name().startsWith('_'));
    const [argument] = command.registeredArguments;
    return [
      ...commands.map(child => ({word: child.name(), description: child.description()})),
      ...(argument?.argChoices ?? []).map(word => ({word, description: argument?.description ?? ''})),
    ];
  }
  const options = optionsOf(command).filter(option => !option.hidden);
  const [name, value] = current.split('=');
  const named = options.find(option => option.long === name);
  if (value !== undefined) return named ? toCandidates(named, `${name}=`) : [];
  return options.flatMap(({long, description}) => (long ? [{word: long, description}] : []));
}
