import {compareNumberTexts} from '../json/compare-numbers.js';

const {compare} = new Intl.Collator('en', {numeric: true});

/** A decimal number at the start of a string, such as that of `-12.50 EUR` or `5%`. */
const leadingNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?=[\s%]|$)/i;
/** Comparing long texts in natural order is slow. In UTF-16 code units. */
const maxComparedLength = 10_000;

/**
 * Compares two cells to sort by them: numbers by size, then other texts in natural order, of which only the beginning
 * counts. Empty cells come last, also in descending order.
 */
export function compareCells(first: string, second: string, isDescending: boolean): number {
  if (first === '' || second === '') return Number(first === '') - Number(second === '');
  const order = compareFilled(first.slice(0, maxComparedLength), second.slice(0, maxComparedLength));
  return isDescending ? -order : order;
}

function compareFilled(first: string, second: string): number {
  const [one, other] = [leadingNumber.exec(first)?.[0], leadingNumber.exec(second)?.[0]];
  if (one === undefined || other === undefined)
    return Number(one === undefined) - Number(other === undefined) || compare(first, second);
  // Compares exactly only if the doubles are equal.
  return Number(one) - Number(other) || compareNumberTexts(one, other) || compare(first, second);
}
