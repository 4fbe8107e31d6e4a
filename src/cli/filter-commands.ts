/** Those of the words that a command line may be about. */
export type ChooseWords = (words: readonly string[]) => readonly string[];

/**
 * All of them, unless the command line plainly has one of them at that place: a word may also be the value of an option, so all that are in it count.
 *
 * @param place counts the words that are no options; 0 for the noun
 */
export function createChooseWords(argv: readonly string[], place: number): ChooseWords {
  const word = argv.filter(each => !each.startsWith('-'))[place] ?? '';
  return words => (words.includes(word) ? words.filter(each => argv.includes(each)) : words);
}
