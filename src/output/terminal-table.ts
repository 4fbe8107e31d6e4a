import type {Json} from '../json/json.js';
import {terminalCellOf, titleOf} from './cells.js';
import {type Cell, type ColumnLayout, createColumnLayout} from './column-layout.js';
import type {ListWriter} from './list-writer.js';
import {openTablePresenter, type PresenterSettings} from './table-presenter.js';
import {chooseSigns, paint} from './theme.js';
import type {Column} from './view.js';

export interface TerminalSettings extends PresenterSettings {
  /** Points in time are shown on its clocks. */
  readonly zone: () => string;
}

/** A table at a terminal, its columns as wide as the content wants and the terminal allows. */
export function createTerminalTable<Row>(
  columns: readonly Column<Row>[],
  toValue: (row: Row) => Json,
  settings: TerminalSettings,
): ListWriter<Row> {
  const {stdout, zone} = settings;
  const titles = columns.map(titleOf);
  const layout = createColumnLayout(columns, titles, chooseSigns(stdout.hasUnicode).ellipsis);
  const sheet = openTablePresenter(settings, {
    toLines: rows => rows.map(row => layout.toLine(row, stdout.columns)),
    toHeader: () => paint(toHeaderLine(layout, titles, stdout.columns), 'strong', stdout.hasColor),
  });
  return {
    write: async (rows, hasMore) => {
      const cells = rows.map(row => {
        const value = toValue(row);
        return columns.map(column => terminalCellOf(column, row, value, zone));
      });
      layout.measure(cells);
      await sheet.add(cells, hasMore);
    },
    close: sheet.close,
    unshown: layout.findUnshown,
  };
}

function toHeaderLine(layout: ColumnLayout, titles: readonly string[], columns: number): string {
  const cells: readonly Cell[] = titles.map(text => ({text, isNumber: false}));
  return layout.toLine(cells, columns);
}
