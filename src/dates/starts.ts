import type {Token} from './tokens.js';

/** The tokens that can come first in a match, or second, by which the grammar passes over most words without trying any rule. */
export interface Starts {
  readonly words: ReadonlySet<string>;
  readonly isNumber: boolean;
  /** True where any token may come. */
  readonly isAny: boolean;
  /** True where a match may end before this token. */
  readonly isEmpty: boolean;
}

export const anyStart: Starts = {words: new Set(), isNumber: true, isAny: true, isEmpty: true};
/** Where a match is over. */
export const noStart: Starts = {words: new Set(), isNumber: false, isAny: false, isEmpty: true};
/** Where no match is possible. */
export const never: Starts = {...noStart, isEmpty: false};
export const numberStart: Starts = {words: new Set(), isNumber: true, isAny: false, isEmpty: false};

export function wordStarts(words: Iterable<string>): Starts {
  return {words: new Set(words), isNumber: false, isAny: false, isEmpty: false};
}

/** Sets are shared where they can be: the grammar asks for those of every rule before the first match. */
export function unite(all: readonly Starts[]): Starts {
  const [first, ...others] = all;
  if (first && others.length === 0) return first;
  return {
    words: uniteWords(all.flatMap(({words}) => (words.size === 0 ? [] : [words]))),
    isNumber: all.some(({isNumber}) => isNumber),
    isAny: all.some(({isAny}) => isAny),
    isEmpty: all.some(({isEmpty}) => isEmpty),
  };
}

function uniteWords(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const [first, ...others] = sets;
  if (first && others.length === 0) return first;
  const words = new Set<string>();
  for (const set of sets) for (const word of set) words.add(word);
  return words;
}

/** Of one parser and another behind it. */
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
