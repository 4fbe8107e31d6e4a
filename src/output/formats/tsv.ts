import {createSeparatedRenderer} from '../separated-values.js';

const escapes: {readonly [character: string]: string} = {'\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\'};

/** Tab-separated values; tabs, line breaks and backslashes are escaped, nothing is quoted. */
export const tsv = createSeparatedRenderer({
  escape: text => text.replace(/[\t\n\r\\]/g, character => escapes[character] ?? character),
  toLine: cells => `${cells.join('\t')}\n`,
});
