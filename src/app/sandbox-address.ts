/** The address of the sandbox inside the process, which nothing on a network has. */
export const sandboxAddress = 'http://sandbox.localhost/';

/** `--sandbox` takes a file only when the next word looks like one: `bizctl --sandbox fields list` must not make a file "fields". */
export function joinSandboxFile(argv: readonly string[]): readonly string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  return argv.flatMap((word, index) => {
    if (index >= end) return [word];
    const looksLikeFile = (text = '') =>
      text === ':memory:' || (/[/\\]|\.[a-z]\w*$/i.test(text) && !/^-|^\d+([/.]\d+)*$/.test(text));
    if (word === '--sandbox') return looksLikeFile(argv[index + 1]) ? [] : ['--sandbox='];
    return argv[index - 1] === '--sandbox' && looksLikeFile(word) ? [`--sandbox=${word}`] : [word];
  });
}
