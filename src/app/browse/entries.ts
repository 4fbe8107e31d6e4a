import {simplify} from '../../base/contains-words.js';
import type {JsonObject} from '../../json/json.js';
import type {Cell} from '../../output/cells.js';
import {compareCells} from '../../output/compare-cells.js';

export interface BrowserEntry {
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

export function searchEntries(entries: readonly BrowserEntry[], search: string): readonly BrowserEntry[] {
  const words = simplify(search).split(/\s+/);
  return entries.filter(({text}) => words.every(word => text.includes(word)));
}

function compareEntries({column, isDescending}: Order): (a: BrowserEntry, b: BrowserEntry) => number {
  const textOf = ({cells}: BrowserEntry) => cells[column]?.text ?? '';
  return (a, b) => compareCells(textOf(a), textOf(b), isDescending);
}

export function sortEntries(entries: readonly BrowserEntry[], order: Order | undefined): readonly BrowserEntry[] {
  return order ? entries.toSorted(compareEntries(order)) : entries;
}
