/** The address of the embedded sandbox, which is never connected to. */
export const sandboxAddress = 'http://sandbox.localhost/';

/** Fields files, which are no state. */
const documents = /\.ya?ml$/i;

/**
 * Joins `--sandbox` and the next word if it looks like a file, so that `bizctl --sandbox fields list` does not create a
 * file "fields".
 */
export function joinSandboxFile(argv: readonly string[]): readonly string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  return argv.flatMap((word, index) => {
    if (index >= end) return [word];
    const looksLikeFile = (text = '') =>
      text === ':memory:' ||
      (/[/\\]|^\S*\.[a-z]\w+$/i.test(text) && !/^-|^\d+([/.]\d+)*$/.test(text) && !documents.test(text));
    if (word === '--sandbox') return looksLikeFile(argv[index + 1]) ? [] : ['--sandbox='];
    return argv[index - 1] === '--sandbox' && looksLikeFile(word) ? [`--sandbox=${word}`] : [word];
  });
}
