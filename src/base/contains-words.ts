/** True if each word is in the text, whatever its case and composition. */
export function containsWords(text: string, words: readonly string[]): boolean {
  const plain = simplify(text);
  return words.every(word => plain.includes(simplify(word)));
}

/** The text as it is compared: in lower case, and in one form of each character. */
export function simplify(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
