/** The first text that is in the list a second time. */
export function findRepeated(texts: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return texts.find(text => seen.size === seen.add(text).size);
}
