import type {DateExpressionResult} from '../../api/dates.js';
import {arrayOf, objectOf, stringOf} from '../../json/json.js';

/** What the API made of one phrase. */
export interface PhraseAnswer {
  readonly query: string;
  readonly results: readonly DateExpressionResult[];
  /** What English leaves open and how it was decided, for each result; with `--verbose` only. */
  readonly policies?: readonly (readonly string[])[];
}

/** The dates of one reading, in the order the API gave them. */
export function datesOf(result: DateExpressionResult): readonly string[] {
  return (arrayOf(objectOf(result['result'])?.['dates']) ?? []).flatMap(date => stringOf(date) ?? []);
}
