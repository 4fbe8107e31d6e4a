/** True if each word is in the text, whatever its case and composition. */
export function containsWords(text: string, words: readonly string[]): boolean {
  const plain = simplify(text);
  return words.every(word => plain.includes(simplify(word)));
}

function simplify(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
