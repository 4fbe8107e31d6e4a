import {renderToString, Text} from 'ink';
import stringWidth from 'string-width';
import {cellOf, titleOf} from './cells.js';
import {fitText, fitWidths} from './fit.js';
import type {ListWriter} from './list-writer.js';
import type {OutputStream} from './stream.js';
import {paint} from './theme.js';
import type {Column, Value} from './view.js';

const gap = '  ';

/** Cells already fitted to their widths. Ink's cost grows with its elements, so the whole block is one. */
function Rows({lines}: {readonly lines: readonly string[]}) {
  return <Text wrap="truncate">{lines.join('\n')}</Text>;
}

/** A table at a terminal: the first rows decide the widths, later rows keep to them. */
export function createTerminalTable<Row>(
  stdout: OutputStream,
  columns: readonly Column<Row>[],
  toValue: (row: Row) => Value,
): ListWriter<Row> {
  let widths: readonly number[] | undefined;

  const fit = (cells: readonly (readonly string[])[]) =>
    fitWidths(
      columns.map((column, index) => ({
        natural: Math.max(stringWidth(titleOf(column)), ...cells.map(row => stringWidth(row[index] ?? ''))),
        least: column.least ?? 8,
        weight: column.weight ?? 0,
      })),
      stdout.columns,
      gap.length,
    );
  const toLine = (cells: readonly string[], widths: readonly number[]) =>
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
      const isFirst = widths === undefined;
      const fitted = widths ?? fit(cells);
      widths = fitted;
      const header = isFirst ? [paint(toLine(columns.map(titleOf), fitted), 'strong', stdout.hasColor)] : [];
      const lines = [...header, ...cells.map(row => toLine(row, fitted))];
      await stdout.write(`${renderToString(<Rows lines={lines} />, {columns: stdout.columns})}\n`);
    },
    end: async () => {},
  };
}
