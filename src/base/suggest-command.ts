import {resources} from './resources.js';
import {quoteArgument} from './shell-word.js';

/** The options that choose which tenant to work on. */
export interface Target {
  readonly profile?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly sandbox?: string | true | undefined;
}

/** Returns a bizctl command line to paste: words quoted for the shell, with the options that choose the same tenant. */
export type SuggestCommand = (...words: readonly string[]) => string;

/** A message, or a function of it when it suggests a command. */
export type Message = string | ((suggest: SuggestCommand) => string);

export function createSuggester({profile, baseUrl, sandbox}: Target): SuggestCommand {
  const stored = [...toFlag('--profile', profile), ...toFlag('--base-url', baseUrl)];
  const all = [
    ...stored,
    ...(sandbox === undefined ? [] : [sandbox === true || sandbox === '' ? '--sandbox' : `--sandbox=${sandbox}`]),
  ];
  return (...words) => {
    const [noun = ''] = words;
    const target = noun === 'api' || Object.hasOwn(resources, noun) ? all : noun === 'auth' ? stored : [];
    // A command that already names a tenant is meant for a different one.
    const flags = words.some(word => /^--(?:profile|base-url|sandbox)\b/.test(word)) ? [] : target;
    // The operand after `--` comes last.
    const end = words.includes('--') ? words.indexOf('--') : words.length;
    const [before, operand, after] = [words.slice(0, end), words.slice(end, end + 2), words.slice(end + 2)];
    return ['bizctl', ...before, ...after, ...flags, ...operand].map(quoteArgument).join(' ');
  };
}

export function toText(message: Message, suggest: SuggestCommand): string {
  return typeof message === 'string' ? message : message(suggest);
}

function toFlag(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [name, value];
}
