import type {Json} from '../../api/json.js';
import {listPaths} from '../../output/value.js';
import type {Column, TableView} from '../../output/view.js';

/** Members that say which deal it is; they come first and keep their room. The record itself is not documented (2.6). */
const telling = ['id', 'title', 'name', 'stage', 'status', 'amount', 'value', 'currency', 'owner'];

function weightOf(path: string): number {
  const rank = telling.indexOf(path.split('.')[0] ?? '');
  return rank < 0 ? 0 : telling.length - rank;
}

/** Every member that the first deals have, the telling ones first; a terminal shows as many as it has room for. */
function chooseColumns(deals: readonly Json[]): readonly Column<Json>[] {
  const paths = [...new Set(deals.flatMap(listPaths))];
  if (paths.length === 0)
    return [{path: 'value', show: deal => (typeof deal === 'string' ? deal : JSON.stringify(deal))}];
  const columns = paths.map(path => ({
    path,
    title: path.replaceAll('_', ' '),
    weight: weightOf(path),
    least: weightOf(path) > 0 ? 10 : 8,
  }));
  return columns.sort((a, b) => b.weight - a.weight);
}

export const dealTable: TableView<Json> = {
  noun: 'deals',
  columns: chooseColumns,
  documented: [],
  toValue: deal => deal,
  emptyHint: 'A filter may have left none: try without --filter.',
};
