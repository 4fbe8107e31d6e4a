import type {DateExpressionResult} from '../../api/dates.js';
import {assumptions, explainDateExpression} from '../../dates/parse-date-expression.js';
import {datesOf} from './answer.js';

/**
 * The policies behind each result, in words. The API does not say how it decides what English leaves open: where bizctl's own engine
 * reads the same dates, its policies explain them; elsewhere there are none.
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
