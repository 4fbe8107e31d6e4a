import type {DateExpressionResult} from '../../api/dates.js';
import {numberOf} from '../../json/json.js';

/**
 * Splits the phrase into the parts before, in and after the match. The reference does not say whether positions are
 * UTF-16 units or code points; code points are used only if they give the parsed phrase.
 */
export function splitAtMatch(phrase: string, result: DateExpressionResult): readonly [string, string, string] {
  const start = numberOf(result['parse_start']);
  const end = numberOf(result['parse_end']);
  if (start === undefined || end === undefined || start < 0 || end < start) return [phrase, '', ''];
  const points = Array.from(phrase);
  const byPoints = [
    points.slice(0, start).join(''),
    points.slice(start, end).join(''),
    points.slice(end).join(''),
  ] as const;
  return byPoints[1] === result['query']
    ? byPoints
    : [phrase.slice(0, start), phrase.slice(start, end), phrase.slice(end)];
}
