import {simplify} from '../../base/contains-words.js';
import type {Context} from '../../base/context.js';
import type {JsonObject} from '../../json/json.js';
import {titleOf, toCells} from '../../output/cells.js';
import {type ColumnLayout, createColumnLayout} from '../../output/column-layout.js';
import {chooseColumns, findUnknownColumn} from '../../output/columns.js';
import {type DetailLine, flattenFirst} from '../../output/detail-lines.js';
import {showValue} from '../../output/value.js';
import type {Column} from '../../output/view.js';
import {toSearchText} from '../select-rows.js';
import type {Browsable} from './browsable.js';
import type {BrowserEntry} from './entries.js';
import {type BrowseState, selectedEntry} from './state.js';

interface Settings extends Pick<Browsable, 'table' | 'detail'>, Pick<Context, 'zone' | 'now'> {
  /** `--columns` */
  readonly requested: readonly string[] | undefined;
  /** The columns in the settings; unknown ones are left out. */
  readonly preset: readonly string[] | undefined;
  readonly ellipsis: string;
}

/** Lays out rows and details; measures each row once. */
export interface BrowseLayout {
  readonly titles: () => readonly string[];
  /** @throws UnknownColumnError for the first rows */
  readonly toEntries: (rows: readonly JsonObject[], firstPosition: number) => readonly BrowserEntry[];
  /** All columns, or the pinned one and the others from `firstColumn` on. */
  readonly pick: <Value>(values: readonly Value[], firstColumn: number) => readonly Value[];
  /** The layout of the columns that `pick` returns. */
  readonly columnsFrom: (state: BrowseState) => ColumnLayout;
  /** The details of the selected row. */
  readonly detail: (state: BrowseState) => readonly DetailLine[];
  /** The first visible row; scrolls no further than needed to show the selected one. */
  readonly scrollTo: (cursor: number, height: number, count: number) => number;
}

/** Lines, and characters of each text; more are slow to draw with each key. */
const [maxLines, maxText] = [500, 10_000] as const;

export function createBrowseLayout({table, detail, requested, preset, zone, now, ellipsis}: Settings): BrowseLayout {
  let columns: readonly Column<JsonObject>[] | undefined;
  let top = 0;
  let drawn: {readonly row: JsonObject; readonly lines: readonly DetailLine[]} | undefined;
  const layouts = new Map<number, {readonly layout: ColumnLayout; measured: readonly BrowserEntry[]}>();
  /** The column that names a row; it stays when others are scrolled off. */
  const pinned = () => Math.max(0, columns?.findIndex(({path}) => path === 'name' || path === 'title') ?? 0);
  const pick: BrowseLayout['pick'] = (values, firstColumn) =>
    firstColumn === 0
      ? values
      : [
          ...values.slice(pinned(), pinned() + 1),
          ...values.filter((_value, index) => index !== pinned()).slice(firstColumn),
        ];
  return {
    pick,
    titles: () => (columns ?? []).map(column => titleOf(column).toLowerCase()),
    toEntries: (rows, firstPosition) => {
      if (columns === undefined && rows.length > 0) {
        const unknown = requested && findUnknownColumn(table, rows, requested);
        if (unknown) throw unknown;
        columns = chooseColumns(table, rows, requested ?? preset);
      }
      const chosen = columns ?? [];
      return rows.map((row, index) => ({
        key: showValue(row['id']) || `#${firstPosition + index}`,
        row,
        cells: toCells(chosen, row, table, zone),
        text: simplify(toSearchText(row)),
      }));
    },
    columnsFrom: ({entries, firstColumn}) => {
      const described = pick(columns ?? [], firstColumn).map(column => ({...column, title: titleOf(column)}));
      const known = layouts.get(firstColumn) ?? {layout: createColumnLayout(described, ellipsis), measured: []};
      layouts.set(firstColumn, known);
      if (known.measured !== entries) {
        const isAppended = known.measured.every((entry, index) => entries[index] === entry);
        const added = isAppended ? entries.slice(known.measured.length) : entries;
        known.layout.measure(added.map(({cells}) => pick(cells, firstColumn)));
        known.measured = entries;
      }
      return known.layout;
    },
    detail: state => {
      const entry = selectedEntry(state);
      if (!entry) return [];
      if (drawn?.row !== entry.row)
        drawn = {row: entry.row, lines: flattenFirst(detail.lines(entry.row, {now: now(), zone}), maxLines, maxText)};
      return drawn.lines;
    },
    scrollTo: (cursor, height, count) => {
      top = Math.max(0, Math.min(Math.max(cursor - height + 1, Math.min(top, cursor)), count - height));
      return top;
    },
  };
}
