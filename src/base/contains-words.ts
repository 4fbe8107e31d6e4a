/** True if the text contains every word, ignoring case and Unicode composition. */
export function containsWords(text: string, words: readonly string[]): boolean {
  const plain = simplify(text);
  return words.every(word => plain.includes(simplify(word)));
}

/** Normalizes text for comparison: lower case, NFKC. */
export function simplify(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
