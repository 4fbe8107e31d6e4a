import {simplify} from '../../base/contains-words.js';
import type {JsonObject} from '../../json/json.js';
import type {Cell} from '../../output/cells.js';

export interface Entry {
  /** Unique among the rows: the id, or the position of a row without one. */
  readonly key: string;
  readonly row: JsonObject;
  readonly cells: readonly Cell[];
  /** The normalized text that a search matches. */
  readonly text: string;
}

export interface Order {
  /** The index of the column to sort by. */
  readonly column: number;
  readonly isDescending: boolean;
}

const {compare} = new Intl.Collator('en', {numeric: true});

/** The entries that contain each word of the search. */
export function searchEntries(entries: readonly Entry[], search: string): readonly Entry[] {
  const words = simplify(search).split(/\s+/);
  return entries.filter(({text}) => words.every(word => text.includes(word)));
}

/** Compares texts in natural order; rows without a value come last. */
function compareEntries({column, isDescending}: Order): (a: Entry, b: Entry) => number {
  const textOf = ({cells}: Entry) => cells[column]?.text ?? '';
  return (a, b) => {
    const [first, second] = [textOf(a), textOf(b)];
    if (first === '' || second === '') return Number(first === '') - Number(second === '');
    return isDescending ? compare(second, first) : compare(first, second);
  };
}

export function sortEntries(entries: readonly Entry[], order: Order | undefined): readonly Entry[] {
  return order ? entries.toSorted(compareEntries(order)) : entries;
}

/** Adds entries to sorted ones, which takes less than sorting all of them for each page that arrives. */
export function mergeEntries(
  sorted: readonly Entry[],
  added: readonly Entry[],
  order: Order | undefined,
): readonly Entry[] {
  if (!order) return [...sorted, ...added];
  const compareBoth = compareEntries(order);
  const merged: Entry[] = [];
  let at = 0;
  for (const entry of sortEntries(added, order)) {
    for (let next = sorted[at]; next && compareBoth(next, entry) <= 0; next = sorted[at]) {
      merged.push(next);
      at += 1;
    }
    merged.push(entry);
  }
  return [...merged, ...sorted.slice(at)];
}
