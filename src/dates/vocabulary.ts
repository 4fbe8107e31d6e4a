import type {Token} from './tokens.js';

const vocabulary = new Set<string>();

export function learnWords(words: Iterable<string>): void {
  for (const word of words) vocabulary.add(word);
}

/** True for a word that some rule uses; the grammar is complete once its modules are loaded. */
export function isKnownWord({text, stem}: Token): boolean {
  return vocabulary.has(text) || (text !== stem && vocabulary.has(stem));
}

/**
 * What a token can match, as a key: all unknown words share one, and so do numbers and ordinals, which keeps tables
 * small.
 */
export function keyOf(found: Token | undefined): string {
  if (found === undefined) return '';
  const {kind, text, stem} = found;
  if (kind === 'ordinal') return vocabulary.has(text) ? text : stem;
  if (isKnownWord(found)) return text === stem ? text : `${text} ${stem}`;
  return kind === 'number' ? '0' : '';
}
