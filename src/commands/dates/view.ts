import type {DateExpressionResult} from '../../api/dates.js';
import {isObject, type JsonObject, numberOf, objectOf, stringOf} from '../../json/json.js';
import {toLines} from '../../output/value-lines.js';
import type {Line, SequenceView, Span} from '../../output/view.js';
import {datesOf, type PhraseAnswer} from './answer.js';
import {describeDistance, describeGap, describeOverlap, readWallTime, showWallTime} from './clock.js';
import {describeRule} from './describe-rule.js';
import {describeRecurrence} from './recurrence.js';

/** The members of a result (2.5). */
const documented = [
  'query',
  'parse_start',
  'parse_end',
  'complete_match',
  'date_inferred',
  'time_inferred',
  'recurring',
  'result',
  'result.dates',
  'result.chain',
  'recurse_until',
  'recurse_until.dates',
  'recurse_until.chain',
];
/** Members with their own lines; others are shown unchanged. */
const summarized = documented.filter(path => !path.includes('.'));

/**
 * Shows a phrase with its readings, dates in `zone` and in UTC.
 *
 * @param isList true for one element per phrase in machine formats, false for one per reading
 */
export function createAnswerView(zone: string, isList: boolean): SequenceView<PhraseAnswer> {
  return {
    toElements: ({query, results}) => (isList ? [{query, results}] : results),
    elements: {
      noun: 'readings',
      columns: () => [],
      documented: isList ? ['query', 'results'] : documented,
      toValue: element => element,
    },
    lines: ({query, results, policies = []}, {now}) => {
      const zoneLine: Line = {label: 'zone', value: [{text: zone}]};
      if (results.length === 0)
        return [
          {label: 'phrase', value: [{text: query}]},
          zoneLine,
          {label: 'date', value: [{text: 'none was understood', style: 'dim'}]},
        ];
      return results.flatMap((result, index) => [
        {label: index === 0 ? 'phrase' : '', value: underline(query, result)},
        ...(index === 0 ? [zoneLine] : []),
        ...(results.length > 1
          ? [{label: 'reading', value: [{text: describeReading(index, query, result, results.length)}]}]
          : []),
        ...toReadingLines(query, result, zone, now),
        ...(policies[index] ?? []).map((text, line) => ({
          label: line === 0 ? 'policies' : '',
          value: [{text, style: 'dim' as const}],
        })),
      ]);
    },
  };
}

/**
 * Splits the phrase into the parts before, in and after the match. The reference does not say whether positions are
 * UTF-16 units or code points; code points are used only if they give the parsed phrase.
 */
function matchedPart(phrase: string, result: DateExpressionResult): readonly [string, string, string] {
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

function underline(phrase: string, result: DateExpressionResult): readonly Span[] {
  const [before, match, after] = matchedPart(phrase, result);
  return [{text: before}, {text: match, style: 'underline'}, {text: after}];
}

function describeReading(index: number, phrase: string, result: DateExpressionResult, count: number): string {
  const [, match] = matchedPart(phrase, result);
  return `${index + 1} of ${count}${match === '' ? '' : `: ${JSON.stringify(match)}`}`;
}

function toReadingLines(phrase: string, result: DateExpressionResult, zone: string, now: Date): readonly Line[] {
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
            value: [{text: `only ${JSON.stringify(matchedPart(phrase, result)[1])}`, style: 'warn' as const}],
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
    ...toLines(result, summarized),
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
  const until = result['recurse_until'];
  if (!isObject(until)) return [];
  const dates = datesOf({result: until});
  return dates.map(date => ({label: 'until', value: toDateSpans(date, phrase, zone, now)}));
}

function toDateSpans(date: string, phrase: string, zone: string, now: Date): readonly Span[] {
  const instant = new Date(date);
  // Intl cannot format dates at the limits of the range.
  if (!(Math.abs(instant.getTime()) < 8.6e15)) return [{text: date}];
  const utc = readWallTime(instant, 'UTC');
  const local = showWallTime(readWallTime(instant, zone));
  const isUtc = local === showWallTime(utc);
  const remarks = [describeOverlap(instant, zone), describeGap(phrase, instant, zone)].filter(remark => remark !== '');
  return [
    {text: isUtc ? local.replace('+00:00', 'UTC') : local, style: 'strong'},
    {
      text: `${isUtc ? '' : `  ${showWallTime(utc).replace('+00:00', 'UTC')}`}  ${describeDistance(instant, now)}`,
      style: 'dim',
    },
    ...(remarks.length > 0 ? [{text: `  (${remarks.join('; ')})`}] : []),
  ];
}
