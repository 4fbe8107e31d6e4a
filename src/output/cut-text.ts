import {widthOf} from './width-of.js';

const graphemes = new Intl.Segmenter(undefined, {granularity: 'grapheme'});

/**
 * Truncates a text to `width` terminal cells.
 *
 * @param ellipsis replaces the removed end
 */
export function cutText(text: string, width: number, ellipsis: string): string {
  if (widthOf(text) <= width) return text;
  const available = width - widthOf(ellipsis);
  let result = '';
  let used = 0;
  for (const {segment} of graphemes.segment(text)) {
    used += widthOf(segment);
    if (used > available) break;
    result += segment;
  }
  return result + ellipsis;
}
