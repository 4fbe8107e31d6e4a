import type {DateExpressionResult} from '../../api/dates.js';
import {isObject, numberOf, objectOf, stringOf} from '../../api/json.js';
import {toLines} from '../../output/value-lines.js';
import type {Line, SequenceView, Span} from '../../output/view.js';
import {datesOf, type PhraseAnswer} from './answer.js';
import {describeDistance, describeGap, describeOverlap, readWallTime, showWallTime} from './clock.js';
import {describeRecurrence} from './recurrence.js';

/** Members that are put into words; any other is shown as it came. */
const worded = [
  'query',
  'parse_start',
  'parse_end',
  'complete_match',
  'date_inferred',
  'time_inferred',
  'recurring',
  'result',
  'recurse_until',
];

/**
 * A phrase with the readings of it, dates in `zone` and in UTC.
 *
 * @param isList machines get one element a phrase then, and one a reading otherwise
 */
export function createAnswerView(zone: string, isList: boolean): SequenceView<PhraseAnswer> {
  return {
    toElements: ({query, results}) => (isList ? [{query, results}] : results),
    lines: ({query, results}, {now}) => {
      if (results.length === 0)
        return [
          {label: 'phrase', value: [{text: query}]},
          {label: 'date', value: [{text: 'none was understood', style: 'dim'}]},
        ];
      return results.flatMap((result, index) => [
        {label: index === 0 ? 'phrase' : '', value: underline(query, result)},
        ...toReadingLines(query, result, zone, now),
      ]);
    },
  };
}

/** The phrase with the matched part underlined. Positions are taken for UTF-16 units, or for code points where only those give the parsed phrase. */
function underline(phrase: string, result: DateExpressionResult): readonly Span[] {
  const start = numberOf(result['parse_start']);
  const end = numberOf(result['parse_end']);
  if (start === undefined || end === undefined || start < 0 || end < start) return [{text: phrase}];
  const points = Array.from(phrase);
  const byUnits = [phrase.slice(0, start), phrase.slice(start, end), phrase.slice(end)];
  const byPoints = [points.slice(0, start), points.slice(start, end), points.slice(end)].map(part => part.join(''));
  const [before = '', match = '', after = ''] = byPoints[1] === result['query'] ? byPoints : byUnits;
  return [{text: before}, {text: match, style: 'underline'}, {text: after}];
}

function toReadingLines(phrase: string, result: DateExpressionResult, zone: string, now: Date): readonly Line[] {
  const dates = datesOf(result);
  const chain = objectOf(result['result']);
  const instants = dates.map(date => new Date(date));
  const inferred = [
    ...(result['date_inferred'] === true ? ['the date'] : []),
    ...(result['time_inferred'] === true ? ['the time'] : []),
  ];
  return [
    ...(result['complete_match'] === false
      ? [{label: 'matched', value: [{text: 'only the underlined part', style: 'warn' as const}]}]
      : []),
    ...(dates.length === 0 ? [{label: 'date', value: [{text: 'none', style: 'dim' as const}]}] : []),
    ...dates.map((date, index) => ({label: index === 0 ? 'date' : '', value: toDateSpans(date, phrase, zone, now)})),
    ...(inferred.length > 0 ? [{label: 'inferred', value: [{text: inferred.join(' and ')}]}] : []),
    ...(result['recurring'] === true
      ? [{label: 'repeats', value: [{text: describeRecurrence(stringOf(chain?.['chain']), instants, zone)}]}]
      : []),
    ...toUntilLines(result, phrase, zone, now),
    ...(chain ? toLines(chain, result['recurring'] === true || dates.length < 2 ? ['dates', 'chain'] : ['dates']) : []),
    ...toLines(result, worded),
  ];
}

function toUntilLines(result: DateExpressionResult, phrase: string, zone: string, now: Date): readonly Line[] {
  const until = result['recurse_until'];
  if (!isObject(until)) return [];
  const dates = datesOf({result: until});
  return dates.map(date => ({label: 'until', value: toDateSpans(date, phrase, zone, now)}));
}

function toDateSpans(date: string, phrase: string, zone: string, now: Date): readonly Span[] {
  const instant = new Date(date);
  if (Number.isNaN(instant.getTime())) return [{text: date}];
  const utc = readWallTime(instant, 'UTC');
  const remarks = [describeOverlap(instant, zone), describeGap(phrase, instant, zone)].filter(remark => remark !== '');
  return [
    {text: showWallTime(readWallTime(instant, zone)), style: 'strong'},
    {text: `  ${showWallTime(utc).replace('+00:00', 'UTC')}  ${describeDistance(instant, now)}`, style: 'dim'},
    ...(remarks.length > 0 ? [{text: `  (${remarks.join('; ')})`}] : []),
  ];
}
