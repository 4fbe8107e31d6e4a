import {widthOf} from './width-of.js';

const graphemes = new Intl.Segmenter(undefined, {granularity: 'grapheme'});

/**
 * The text in at most `width` cells of a terminal.
 *
 * @param ellipsis replaces the end that was cut
 */
export function cutText(text: string, width: number, ellipsis: string): string {
  if (widthOf(text) <= width) return text;
  const available = width - widthOf(ellipsis);
  let kept = '';
  let used = 0;
  for (const {segment} of graphemes.segment(text)) {
    used += widthOf(segment);
    if (used > available) break;
    kept += segment;
  }
  return kept + ellipsis;
}
