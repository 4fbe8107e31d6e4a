import type {Argument, CommandUnknownOpts, Option} from '@commander-js/extra-typings';
import {pathOf} from '../command-tree.js';
import type {Candidate, StoredNames, ValueContext} from './candidate.js';

export interface Completion {
  readonly candidates: readonly Candidate[];
  /** True if the word is the name of a file, which the shell completes. */
  readonly isFile: boolean;
}

const nothing: Completion = {candidates: [], isFile: false};

function optionsOf(command: CommandUnknownOpts): readonly Option[] {
  return [...command.options, ...(command.parent ? optionsOf(command.parent) : [])];
}

/** Arguments that are files. */
const fileArguments: ReadonlySet<string> = new Set(['plan', 'desired']);

/** The flags of an option say what its value is: `--out <file>`. */
function isNameOfFile(source: Option | Argument): boolean {
  if ('flags' in source) return /[<[](?:file|path|directory)[\]>]/.test(source.flags);
  return fileArguments.has(source.name());
}

/** The values of an option or argument: stored names, else its choices. */
async function valuesOf(at: ValueContext, source: Option | Argument, stored: StoredNames): Promise<Completion> {
  if (isNameOfFile(source)) return {candidates: [], isFile: true};
  const {findValues} = await import('./values.js');
  const found = await findValues(at, stored);
  const {argChoices, description} = source;
  return {candidates: found ?? (argChoices ?? []).map(word => ({word, description})), isFile: false};
}

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
  stored: StoredNames,
): Promise<Completion> {
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const context = readContext(program, before);
  const {candidates, isFile} = context ? await findCandidates(context, before, current, stored) : nothing;
  return {candidates: candidates.filter(({word}) => word.startsWith(current)), isFile};
}

async function findCandidates(
  {command, pending, argument, isPastOptions, isHelp}: CursorContext,
  words: readonly string[],
  current: string,
  stored: StoredNames,
): Promise<Completion> {
  const path = pathOf(command).slice(1).join(' ');
  if (pending) return valuesOf({name: pending.long ?? '', path, words, current}, pending, stored);
  if (!current.startsWith('-') || isPastOptions) {
    const commands = command.commands.filter(child => !child.name().startsWith('_'));
    const values = argument ? await valuesOf({name: argument.name(), path, words, current}, argument, stored) : nothing;
    return {
      ...values,
      candidates: [
        ...commands.map(child => ({word: child.name(), description: child.description()})),
        ...(isHelp && !command.parent ? stored.topics : []),
        ...values.candidates,
      ],
    };
  }
  const options = optionsOf(command).filter(option => !option.hidden);
  const split = current.indexOf('=');
  if (split < 0)
    return {
      candidates: [
        ...options.flatMap(({long, description}) => (long ? [{word: long, description}] : [])),
        {word: '--help', description: 'show help'},
      ],
      isFile: false,
    };
  const [name, value] = [current.slice(0, split), current.slice(split + 1)];
  const named = options.find(option => option.long === name);
  if (!named) return nothing;
  const {candidates, isFile} = await valuesOf({name, path, words, current: value}, named, stored);
  return {candidates: candidates.map(({word, description}) => ({word: `${name}=${word}`, description})), isFile};
}
