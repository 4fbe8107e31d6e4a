import type {DateExpressionResult} from '../../api/dates.js';
import {arrayOf, objectOf, stringOf} from '../../json/json.js';

export interface PhraseAnswer {
  readonly query: string;
  readonly results: readonly DateExpressionResult[];
  /** For each result, how ambiguities of English were decided; with `--verbose` only. */
  readonly policies?: readonly (readonly string[])[];
}

/** The dates of a result, in the order of the API. */
export function datesOf(result: DateExpressionResult): readonly string[] {
  return (arrayOf(objectOf(result['result'])?.['dates']) ?? []).flatMap(date => stringOf(date) ?? []);
}
