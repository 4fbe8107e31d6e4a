import {isObject, type Json, showJson} from '../../json/json.js';
import {listPaths} from '../../output/value.js';
import {asSent, type Column, type TableView} from '../../output/view.js';

/** Members that say which deal it is; they come first and keep their room. The record itself is not documented (2.6). */
const telling = ['id', 'title', 'name', 'stage', 'status', 'amount', 'value', 'currency', 'owner'];

/** The earlier in that list, the heavier; the id of something that the deal refers to says nothing to a person. */
function weightOf(path: string): number {
  const rank = telling.indexOf(path.split('.')[0] ?? '');
  return rank < 0 || path.endsWith('.id') ? 0 : telling.length - rank;
}

function leastOf(path: string): number {
  if (path === 'title' || path === 'name') return 20;
  return weightOf(path) > 0 ? 10 : 8;
}

/** Every member that the first deals have, the telling ones first; a terminal shows as many as it has room for. */
function chooseColumns(deals: readonly Json[]): readonly Column<Json>[] {
  const paths = [...new Set(deals.flatMap(listPaths))];
  const columns: readonly Column<Json>[] = paths.map(path => ({
    path,
    weight: weightOf(path),
    least: leastOf(path),
  }));
  // A deal that is no object has no members: it is shown as it is.
  const plain = deals.every(deal => isObject(deal))
    ? []
    : [{path: 'value', show: (deal: Json) => (isObject(deal) ? '' : deal === null ? 'null' : showJson(deal))}];
  return [...columns.toSorted((a, b) => (b.weight ?? 0) - (a.weight ?? 0)), ...plain];
}

export const dealTable: TableView<Json> = {
  noun: 'deals',
  columns: chooseColumns,
  documented: [],
  toValue: asSent,
};
