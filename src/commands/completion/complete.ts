import type {Argument, CommandUnknownOpts, Option} from '@commander-js/extra-typings';

/** A candidate for the word at the cursor. */
export interface Candidate {
  readonly word: string;
  readonly description: string;
}

/** Names stored on this machine; no network. */
export interface Known {
  /** What `help` explains beside the commands. */
  readonly topics: readonly Candidate[];
  readonly fields: () => Promise<readonly Candidate[]>;
  readonly profiles: () => Promise<readonly Candidate[]>;
}

function optionsOf(command: CommandUnknownOpts): readonly Option[] {
  return [...command.options, ...(command.parent ? optionsOf(command.parent) : [])];
}

/** What an option or an argument takes: by its name where it names something that is there, else its choices. */
async function valuesOf(
  name: string,
  {argChoices, description}: Pick<Option | Argument, 'argChoices' | 'description'>,
  known: Known,
): Promise<readonly Candidate[]> {
  if (name === 'field') return known.fields();
  if (name === 'profile') return known.profiles();
  return (argChoices ?? []).map(word => ({word, description}));
}

/** Where the words lead to. */
interface Place {
  readonly command: CommandUnknownOpts;
  /** The option whose value comes next. */
  readonly pending: Option | undefined;
  /** The argument that comes next. */
  readonly argument: Argument | undefined;
  /** True behind `--`. */
  readonly isPlain: boolean;
  /** True behind `help`: then the words name what is to be explained. */
  readonly isHelp: boolean;
}

/** `undefined` after a word that is not a command. */
function follow(program: CommandUnknownOpts, words: readonly string[]): Place | undefined {
  let command = program;
  let pending: Option | undefined;
  let isPlain = false;
  let count = 0;
  let isHelp = false;
  let isLost = false;
  for (const word of words) {
    if (pending) pending = undefined;
    else if (word === '--') isPlain = true;
    else if (word.startsWith('-') && !isPlain)
      pending = optionsOf(command).find(option => option.required && (option.long === word || option.short === word));
    else {
      const child = command.commands.find(each => each.name() === word);
      if (child && child.name() === 'help' && command === program) isHelp = true;
      else if (child) command = child;
      else if (command.commands.length > 0) isLost = true;
      else count += 1;
    }
  }
  const {registeredArguments} = command;
  const last = registeredArguments.at(-1);
  const argument = registeredArguments[count] ?? (last?.variadic ? last : undefined);
  return isLost ? undefined : {command, pending, isPlain, isHelp, argument: isHelp ? undefined : argument};
}

/**
 * The words that may stand at the end of a command line. Nothing on the line is run, and no request is sent.
 *
 * @param words all words behind `bizctl`, the last being the one under the cursor, empty when it has not begun
 */
export async function complete(
  program: CommandUnknownOpts,
  words: readonly string[],
  known: Known,
): Promise<readonly Candidate[]> {
  const current = words.at(-1) ?? '';
  const place = follow(program, words.slice(0, -1));
  const candidates = place ? await findCandidates(place, current, known) : [];
  return candidates.filter(({word}) => word.startsWith(current));
}

async function findCandidates(
  {command, pending, argument, isPlain, isHelp}: Place,
  current: string,
  known: Known,
): Promise<readonly Candidate[]> {
  if (pending) return valuesOf(pending.name(), pending, known);
  if (!current.startsWith('-') || isPlain) {
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
