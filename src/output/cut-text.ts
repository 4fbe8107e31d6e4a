import {segmentText} from './segment-text.js';
import {widthOf} from './width-of.js';

/**
 * Truncates a string to `width` terminal cells.
 *
 * @param ellipsis replaces the removed end
 */
export function cutText(text: string, width: number, ellipsis: string): string {
  if (widthOf(text) <= width) return text;
  const available = width - widthOf(ellipsis);
  let result = '';
  let used = 0;
  for (const {segment} of segmentText(text)) {
    used += widthOf(segment);
    if (used > available) break;
    result += segment;
  }
  return result + ellipsis;
}

/** The end of a string, as much as fits `width` terminal cells. */
export function cutStart(text: string, width: number): string {
  let used = 0;
  let start = text.length;
  for (const {segment} of Array.from(segmentText(text)).toReversed()) {
    used += widthOf(segment);
    if (used > width) break;
    start -= segment.length;
  }
  return text.slice(start);
}

/** The text without its last character, as a person counts them. */
export function withoutLast(text: string): string {
  const last = Array.from(segmentText(text)).at(-1);
  return text.slice(0, last?.index ?? 0);
}

/** The text without its first character, as a person counts them. */
export function withoutFirst(text: string): string {
  const [, second] = segmentText(text);
  return text.slice(second?.index ?? text.length);
}
