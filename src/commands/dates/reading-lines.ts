import type {DateExpressionResult} from '../../api/dates.js';
import {isRealDate} from '../../base/is-real-date.js';
import {isObject, type JsonObject, objectOf, stringOf} from '../../json/json.js';
import {toLines} from '../../output/value-lines.js';
import type {Line, Span} from '../../output/view.js';
import {datesOf} from './answer.js';
import {describeDistance, describeGap, describeOverlap, readWallTime, showWallTime} from './clock.js';
import {describeRule} from './describe-rule.js';
import {documentedPaths} from './documented-paths.js';
import {describeRecurrence} from './recurrence.js';
import {splitAtMatch} from './split-at-match.js';

/** Members with their own lines; others are shown unchanged. */
const summarizedPaths = documentedPaths.filter(path => !path.includes('.'));

export function toReadingLines(phrase: string, result: DateExpressionResult, zone: string, now: Date): readonly Line[] {
  const dates = datesOf(result);
  const chain = objectOf(result['result']);
  const instants = dates.map(date => new Date(date));
  const isRange = stringOf(chain?.['chain']) === 'RANGE' && dates.length === 2;
  const labels = isRange ? ['from', 'to'] : [dates.length > 1 ? 'dates' : 'date'];
  const inferred = [
    ...(result['date_inferred'] === true ? ['the date'] : []),
    ...(result['time_inferred'] === true ? ['the time'] : []),
  ];
  return [
    ...(result['complete_match'] === false
      ? [
          {
            label: 'matched',
            value: [{text: `only ${JSON.stringify(splitAtMatch(phrase, result)[1])}`, style: 'warn' as const}],
          },
        ]
      : []),
    ...(dates.length === 0 ? [{label: 'date', value: [{text: 'none', style: 'dim' as const}]}] : []),
    ...dates.map((date, index) => ({
      label: labels[index] ?? '',
      value: toDateSpans(date, phrase, zone, now),
    })),
    ...(isEndless(result) ? [{label: '', value: [{text: 'and so on', style: 'dim' as const}]}] : []),
    ...(inferred.length > 0 ? [{label: 'inferred', value: [{text: inferred.join(' and ')}]}] : []),
    ...(result['recurring'] === true
      ? [{label: 'repeats', value: [{text: describeRecurrence(stringOf(chain?.['chain']), instants, zone)}]}]
      : []),
    ...toUntilLines(result, phrase, zone, now),
    ...(chain ? toLines(chain, isChainSummarized(chain, result) ? ['dates', 'chain'] : ['dates']) : []),
    ...toLines(result, summarizedPaths),
  ];
}

/** True when the dates and their labels already express `chain`. */
function isChainSummarized(chain: JsonObject, result: DateExpressionResult): boolean {
  return result['recurring'] === true || ['SINGLE', 'LIST', 'RANGE'].includes(stringOf(chain['chain']) ?? '');
}

/** True for a rule without COUNT or UNTIL, so that more dates follow. */
function isEndless(result: DateExpressionResult): boolean {
  const rule = stringOf(objectOf(result['result'])?.['chain']) ?? '';
  const hasEnd = /\b(?:COUNT|UNTIL)=/i.test(rule) || isObject(result['recurse_until']);
  return result['recurring'] === true && describeRule(rule) !== undefined && datesOf(result).length > 0 && !hasEnd;
}

function toUntilLines(result: DateExpressionResult, phrase: string, zone: string, now: Date): readonly Line[] {
  const dates = datesOf({result: objectOf(result['recurse_until']) ?? {}});
  return dates.map(date => ({label: 'until', value: toDateSpans(date, phrase, zone, now)}));
}

function toDateSpans(date: string, phrase: string, zone: string, now: Date): readonly Span[] {
  const instant = new Date(date);
  // Intl cannot format dates at the limits of the range.
  if (!isRealDate(date) || !(Math.abs(instant.getTime()) < 8.6e15)) return [{text: date}];
  const utc = showWallTime(readWallTime(instant, 'UTC'));
  const time = readWallTime(instant, zone);
  const local = showWallTime(time);
  const isUtc = local === utc;
  const remarks = [describeOverlap(time), describeGap(phrase, time)].filter(remark => remark !== '');
  return [
    {text: isUtc ? local.replace('+00:00', 'UTC') : local, style: 'strong'},
    {
      text: `${isUtc ? '' : `  ${utc.replace('+00:00', 'UTC')}`}  ${describeDistance(instant, now)}`,
      style: 'dim',
    },
    ...(remarks.length > 0 ? [{text: `  (${remarks.join('; ')})`}] : []),
  ];
}
