import type {Token} from './tokens.js';

/** The tokens that a match can start with; lets the grammar skip most words without trying a rule. */
export interface Starts {
  readonly words: ReadonlySet<string>;
  readonly isNumber: boolean;
  /** True if any token may come next. */
  readonly isAny: boolean;
  /** True if a match may end before this token. */
  readonly isEmpty: boolean;
}

export const anyStart: Starts = {words: new Set(), isNumber: true, isAny: true, isEmpty: true};
const anyToken: Starts = {...anyStart, isEmpty: false};
/** The starts of a match without tokens. */
export const noStart: Starts = {words: new Set(), isNumber: false, isAny: false, isEmpty: true};
/** The starts of a parser that never matches. */
const never: Starts = {...noStart, isEmpty: false};
export const numberStart: Starts = {words: new Set(), isNumber: true, isAny: false, isEmpty: false};

export function wordStarts(words: Iterable<string>): Starts {
  return {words: new Set(words), isNumber: false, isAny: false, isEmpty: false};
}

/**
 * Shares sets where possible and builds none where any token may come: most of the work before the first match is here.
 */
export function unite(all: readonly Starts[]): Starts {
  const [first = never, ...others] = new Set(all);
  if (others.length === 0) return first;
  const isEmpty = first.isEmpty || others.some(one => one.isEmpty);
  if (first.isAny || others.some(({isAny}) => isAny)) return isEmpty ? anyStart : anyToken;
  return {
    words: uniteWords([first, ...others].flatMap(({words}) => (words.size === 0 ? [] : [words]))),
    isNumber: first.isNumber || others.some(({isNumber}) => isNumber),
    isAny: false,
    isEmpty,
  };
}

function uniteWords(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const [first, ...others] = new Set(sets);
  if (first && others.length === 0) return first;
  const words = new Set(first);
  for (const set of others) for (const word of set) words.add(word);
  return words;
}

/** The starts of one parser followed by another. */
export function follow(first: Starts, second: () => Starts): Starts {
  if (!first.isEmpty) return first;
  const rest = second();
  return {...unite([first, rest]), isEmpty: rest.isEmpty};
}

/** Whether the token, or the end of the phrase, may come. */
export function canStart(starts: Starts, found: Token | undefined): boolean {
  if (starts.isAny || starts.isEmpty) return true;
  if (found === undefined) return false;
  const {kind, text, stem} = found;
  return (kind === 'number' && starts.isNumber) || starts.words.has(text) || (text !== stem && starts.words.has(stem));
}
