import {renderToString, Text} from 'ink';
import stringWidth from 'string-width';
import type {Json} from '../json.js';
import {cellOf, titleOf} from './cells.js';
import {fitText, fitWidths} from './fit.js';
import type {ListWriter} from './list-writer.js';
import type {OutputStream} from './stream.js';
import {paint} from './theme.js';
import type {Column} from './view.js';

const gap = '  ';

/** Cells already fitted to their widths. Ink's cost grows with its elements, so the whole block is one. */
function Rows({lines}: {readonly lines: readonly string[]}) {
  return <Text wrap="truncate">{lines.join('\n')}</Text>;
}

/**
 * A table at a terminal. Columns are as wide as the widest cell so far, as far as there is room: later rows may widen them, so that nothing is
 * cut that has room.
 */
export function createTerminalTable<Row>(
  stdout: OutputStream,
  columns: readonly Column<Row>[],
  toValue: (row: Row) => Json,
): ListWriter<Row> {
  const natural = columns.map(column => stringWidth(titleOf(column)));
  let isFirst = true;
  let widths: readonly number[] = [];

  const toLine = (cells: readonly string[]) =>
    cells
      .flatMap((cell, index) => ((widths[index] ?? 0) > 0 ? [fitText(cell, widths[index] ?? 0)] : []))
      .join(gap)
      .trimEnd();

  return {
    write: async rows => {
      if (rows.length === 0) return;
      const cells = rows.map(row => {
        const value = toValue(row);
        return columns.map(column => cellOf(column, row, value));
      });
      for (const row of cells)
        for (const [index, cell] of row.entries()) natural[index] = Math.max(natural[index] ?? 0, stringWidth(cell));
      const wanted = columns.map(({least = 8, weight = 0}, index) => ({natural: natural[index] ?? 0, least, weight}));
      widths = fitWidths(wanted, stdout.columns, gap.length);
      const header = isFirst ? [paint(toLine(columns.map(titleOf)), 'strong', stdout.hasColor)] : [];
      isFirst = false;
      const lines = [...header, ...cells.map(toLine)];
      await stdout.write(`${renderToString(<Rows lines={lines} />, {columns: stdout.columns})}\n`);
    },
    close: async () => {},
    unshown: () => columns.flatMap((column, index) => (widths[index] === 0 ? [column.title ?? column.path] : [])),
  };
}
