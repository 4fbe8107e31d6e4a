import Table from 'cli-table3';
import stringWidth from 'string-width';
import type {OutputStream} from '../base/output-stream.js';
import type {Json} from '../json/json.js';
import {cellOf, titleOf} from './cells.js';
import type {ListWriter} from './list-writer.js';
import type {Column} from './view.js';

const noBorders = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

/** cli-table3 is fastest with tables of about this many rows; its time a row grows with larger ones. */
const fastRows = 100;

/** How wide the columns are at least, and with these cells. */
function widen(least: readonly number[], cells: readonly (readonly string[])[]): readonly number[] {
  return least.map((width, index) =>
    cells.reduce((widest, row) => Math.max(widest, stringWidth(row[index] ?? '')), width),
  );
}

function layOutBlock(cells: readonly (readonly string[])[], widths: readonly number[]): string {
  const table = new Table({chars: noBorders, style: {head: [], border: [], 'padding-left': 0, 'padding-right': 0}});
  table.push(
    ...cells.map(row =>
      row.map((cell, index) => cell + ' '.repeat(Math.max(0, (widths[index] ?? 0) - stringWidth(cell)))),
    ),
  );
  return `${table.toString().replace(/ +$/gm, '')}\n`;
}

/** Lines of cells in columns, nothing cut. */
export function formatColumns(cells: readonly (readonly string[])[]): string {
  const widths = widen(
    (cells[0] ?? []).map(() => 0),
    cells,
  );
  return cutBlocks(cells)
    .map(block => layOutBlock(block, widths))
    .join('');
}

function cutBlocks<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const count = Math.ceil(rows.length / fastRows);
  return Array.from({length: count}, (_none, index) => rows.slice(index * fastRows, (index + 1) * fastRows));
}

/** A table for pipes and files: no borders, no colour, nothing truncated. Pages line up as far as the rows before them tell. */
export function createPlainTable<Row>(
  stdout: OutputStream,
  columns: readonly Column<Row>[],
  toValue: (row: Row) => Json,
): ListWriter<Row> {
  let widths: readonly number[] = columns.map(() => 0);
  let header = [columns.map(titleOf)];
  return {
    write: async rows => {
      if (rows.length === 0) return;
      const cells = [
        ...header,
        ...rows.map(row => {
          const value = toValue(row);
          return columns.map(column => cellOf(column, row, value));
        }),
      ];
      header = [];
      widths = widen(widths, cells);
      for (const block of cutBlocks(cells)) await stdout.write(layOutBlock(block, widths));
    },
    close: async () => {},
  };
}
