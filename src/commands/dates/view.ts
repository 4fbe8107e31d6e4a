import type {DateExpressionResult} from '../../api/dates.js';
import type {Line, SequenceView, Span} from '../../output/view.js';
import type {PhraseAnswer} from './answer.js';
import {documentedPaths} from './documented-paths.js';
import {toReadingLines} from './reading-lines.js';
import {splitAtMatch} from './split-at-match.js';

/**
 * Shows a phrase with its readings, dates in `zone` and in UTC.
 *
 * @param isList true for one element per phrase in machine formats, false for one per reading
 */
export function createAnswerView(zone: string, isList: boolean): SequenceView<PhraseAnswer> {
  return {
    toElements: ({query, results}) => (isList ? [{query, results}] : results),
    elements: {
      columns: () => [],
      documented: isList ? ['query', 'results'] : documentedPaths,
      toValue: element => element,
    },
    lines: ({query, results, policies = []}, {now}) => {
      const zoneLine: Line = {label: 'zone', value: [{text: zone}]};
      if (results.length === 0)
        return [
          {label: 'phrase', value: [{text: query}]},
          zoneLine,
          {label: 'date', value: [{text: 'none found', style: 'dim'}]},
        ];
      return results.flatMap((result, index) => [
        {label: index === 0 ? 'phrase' : '', value: underline(query, result)},
        ...(index === 0 ? [zoneLine] : []),
        ...(results.length > 1
          ? [{label: 'reading', value: [{text: describeReading(index, query, result, results.length)}]}]
          : []),
        ...toReadingLines(query, result, zone, now),
        ...(policies[index] ?? []).map((text, line) => ({
          label: line === 0 ? 'rules' : '',
          value: [{text, style: 'dim' as const}],
        })),
      ]);
    },
  };
}

function underline(phrase: string, result: DateExpressionResult): readonly Span[] {
  const [before, match, after] = splitAtMatch(phrase, result);
  return [{text: before}, {text: match, style: 'underline'}, {text: after}];
}

function describeReading(index: number, phrase: string, result: DateExpressionResult, count: number): string {
  const [, match] = splitAtMatch(phrase, result);
  return `${index + 1} of ${count}${match === '' ? '' : `: ${JSON.stringify(match)}`}`;
}
