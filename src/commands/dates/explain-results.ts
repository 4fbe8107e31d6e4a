import type {DateExpressionResult} from '../../api/dates.js';
import {assumptions, explainDateExpression} from '../../dates/parse-date-expression.js';
import {datesOf} from './answer.js';

/**
 * Describes the policies behind each result. The API does not say how it resolves ambiguities: where bizctl's own
 * engine finds the same dates, its policies explain them; otherwise there are none.
 */
export function explainResults(
  results: readonly DateExpressionResult[],
  phrase: string,
  now: Date,
  zone: string,
): readonly (readonly string[])[] {
  const explained = explainDateExpression(phrase, now, zone);
  return results.map(result => {
    const dates = datesOf(result).map(date => Date.parse(date));
    const same = explained.find(
      ({reading}) =>
        reading.result.dates.length === dates.length &&
        reading.result.dates.every((date, index) => Date.parse(date) === dates[index]),
    );
    return (same?.policies ?? []).map(policy => assumptions[policy]);
  });
}
