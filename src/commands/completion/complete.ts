import type {Argument, CommandUnknownOpts, Option} from '@commander-js/extra-typings';

/** A candidate for the word at the cursor. */
export interface Candidate {
  readonly word: string;
  readonly description: string;
}

/** Names stored on this machine, found without network access. */
export interface Known {
  /** The help topics that are not commands. */
  readonly topics: readonly Candidate[];
  readonly fields: () => Promise<readonly Candidate[]>;
  readonly profiles: () => Promise<readonly Candidate[]>;
}

function optionsOf(command: CommandUnknownOpts): readonly Option[] {
  return [...command.options, ...(command.parent ? optionsOf(command.parent) : [])];
}

/** The values of an option or argument: stored names for fields and profiles, else its choices. */
async function valuesOf(
  name: string,
  {argChoices, description}: Pick<Option | Argument, 'argChoices' | 'description'>,
  known: Known,
): Promise<readonly Candidate[]> {
  if (name === 'field') return known.fields();
  if (name === 'profile') return known.profiles();
  return (argChoices ?? []).map(word => ({word, description}));
}

/** What may follow the words before the cursor. */
interface CursorContext {
  readonly command: CommandUnknownOpts;
  /** The option whose value comes next. */
  readonly pending: Option | undefined;
  /** The argument that comes next. */
  readonly argument: Argument | undefined;
  /** True after `--`. */
  readonly isPastOptions: boolean;
  /** True after `help`, whose arguments are command names. */
  readonly isHelp: boolean;
}

/** Returns `undefined` after a word that is not a command. */
function readContext(program: CommandUnknownOpts, words: readonly string[]): CursorContext | undefined {
  let command = program;
  let pending: Option | undefined;
  let isPastOptions = false;
  let count = 0;
  let isHelp = false;
  let isUnknown = false;
  for (const word of words) {
    if (pending) pending = undefined;
    else if (word === '--') isPastOptions = true;
    else if (word.startsWith('-') && !isPastOptions)
      pending = optionsOf(command).find(option => option.required && (option.long === word || option.short === word));
    else {
      const child = command.commands.find(each => each.name() === word);
      if (child && child.name() === 'help' && command === program) isHelp = true;
      else if (child) command = child;
      else if (command.commands.length > 0) isUnknown = true;
      else count += 1;
    }
  }
  const {registeredArguments} = command;
  const last = registeredArguments.at(-1);
  const argument = registeredArguments[count] ?? (last?.variadic ? last : undefined);
  return isUnknown ? undefined : {command, pending, isPastOptions, isHelp, argument: isHelp ? undefined : argument};
}

/**
 * Completes the last word of a command line. It runs nothing on the line and sends no request.
 *
 * @param words the words after `bizctl`; the last is the one at the cursor and may be empty
 */
export async function complete(
  program: CommandUnknownOpts,
  words: readonly string[],
  known: Known,
): Promise<readonly Candidate[]> {
  const current = words.at(-1) ?? '';
  const context = readContext(program, words.slice(0, -1));
  const candidates = context ? await findCandidates(context, current, known) : [];
  return candidates.filter(({word}) => word.startsWith(current));
}

async function findCandidates(
  {command, pending, argument, isPastOptions, isHelp}: CursorContext,
  current: string,
  known: Known,
): Promise<readonly Candidate[]> {
  if (pending) return valuesOf(pending.name(), pending, known);
  if (!current.startsWith('-') || isPastOptions) {
    const commands = command.commands.filter(child => !child.name().startsWith('_'));
    return [
      ...commands.map(child => ({word: child.name(), description: child.description()})),
      ...(isHelp && !command.parent ? known.topics : []),
      ...(argument ? await valuesOf(argument.name(), argument, known) : []),
    ];
  }
  const options = optionsOf(command).filter(option => !option.hidden);
  const [name, value] = current.split('=');
  const named = options.find(option => option.long === name);
  if (value === undefined)
    return [
      ...options.flatMap(({long, description}) => (long ? [{word: long, description}] : [])),
      {word: '--help', description: 'show this help'},
    ];
  const values = named ? await valuesOf(named.name(), named, known) : [];
  return values.map(({word, description}) => ({word: `${name}=${word}`, description}));
}
