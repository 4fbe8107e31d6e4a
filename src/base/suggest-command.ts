import {quoteArgument} from './shell-word.js';

/** The options that choose which tenant a run works on. */
export interface Target {
  readonly profile?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly sandbox?: string | true | undefined;
}

/** A command line of bizctl to be copied: its words quoted, for the tenant of the run that suggests it. */
export type SuggestCommand = (...words: readonly string[]) => string;

/** The text of a message; a function where it suggests a command. */
export type Message = string | ((suggest: SuggestCommand) => string);

export function createSuggester({profile, baseUrl, sandbox}: Target): SuggestCommand {
  const stored = [...toFlag('--profile', profile), ...toFlag('--base-url', baseUrl)];
  const all = [...stored, ...(sandbox === undefined ? [] : [sandbox === true ? '--sandbox' : `--sandbox=${sandbox}`])];
  return (...words) => {
    const [noun = ''] = words;
    const target = ['fields', 'deals', 'dates', 'api'].includes(noun) ? all : noun === 'auth' ? stored : [];
    // What the command names itself is for another tenant.
    const flags = words.some(word => /^--(?:profile|base-url|sandbox)\b/.test(word)) ? [] : target;
    return ['bizctl', ...words, ...flags].map(quoteArgument).join(' ');
  };
}

export function toText(message: Message, suggest: SuggestCommand): string {
  return typeof message === 'string' ? message : message(suggest);
}

function toFlag(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [name, value];
}
