import {inSeries} from './in-series.js';

/** `a`, `a or b`, `a, b or c`. */
export function inChoice(names: readonly string[]): string {
  return inSeries(names, 'or');
}
