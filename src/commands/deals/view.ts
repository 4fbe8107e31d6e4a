import {isObject, type Json, showJson} from '../../json/json.js';
import {listPaths} from '../../output/value.js';
import {asSent, type Column, type TableView} from '../../output/view.js';

/** Members that identify a deal; they come first and keep their width. The record is not documented (2.6). */
const identifying = ['id', 'title', 'name', 'stage', 'status', 'amount', 'value', 'currency', 'owner'];

/** Earlier members weigh more; the ids of related objects mean nothing to a person. */
function weightOf(path: string): number {
  const rank = identifying.indexOf(path.split('.')[0] ?? '');
  return rank < 0 || path.endsWith('.id') ? 0 : identifying.length - rank;
}

function minWidthOf(path: string): number {
  if (path === 'title' || path === 'name') return 20;
  return weightOf(path) > 0 ? 10 : 8;
}

/** All members of the first deals, identifying ones first; a terminal shows as many as fit. */
function chooseColumns(deals: readonly Json[]): readonly Column<Json>[] {
  const paths = [...new Set(deals.flatMap(listPaths))];
  const columns: readonly Column<Json>[] = paths.map(path => ({
    path,
    weight: weightOf(path),
    minWidth: minWidthOf(path),
  }));
  // A deal that is not an object is shown in a column of its own.
  const scalar = deals.every(deal => isObject(deal))
    ? []
    : [{path: 'value', show: (deal: Json) => (isObject(deal) ? '' : deal === null ? 'null' : showJson(deal))}];
  return [...columns.toSorted((a, b) => (b.weight ?? 0) - (a.weight ?? 0)), ...scalar];
}

export const dealTable: TableView<Json> = {
  noun: 'deals',
  columns: chooseColumns,
  documented: [],
  toValue: asSent,
};
