import {widthOf} from './width-of.js';
import {wrapWords} from './wrap-words.js';

/** Narrower texts are hard to read. */
const minTextWidth = 24;

/**
 * Formats terms in one column and wrapped texts in the other; in a narrow terminal, the text goes below its term.
 *
 * @param width of the terminal in cells
 * @param widest the width of the widest term
 */
export function formatPairs(
  pairs: readonly (readonly [string, string])[],
  width: number,
  widest = Math.max(...pairs.map(([term]) => widthOf(term))),
): string {
  const left = widest + 4;
  const isStacked = width - left < minTextWidth;
  const indent = isStacked ? 6 : left;
  return pairs
    .map(([term, text]) => {
      const lines = wrapWords(text, width - indent).map((line, index) =>
        index === 0 && !isStacked ? line : `${' '.repeat(indent)}${line}`,
      );
      const start = isStacked ? `  ${term}\n` : `  ${term}${' '.repeat(Math.max(0, widest + 2 - widthOf(term)))}`;
      return `${start}${lines.join('\n')}`.trimEnd();
    })
    .join('\n')
    .concat('\n');
}
