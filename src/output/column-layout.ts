import {type Cell, toCell} from './cells.js';
import {cutText} from './cut-text.js';
import {fitWidths} from './fit-widths.js';
import {widthOf} from './width-of.js';

/** The properties of a column that affect its layout. */
export interface LayoutColumn {
  readonly title: string;
  /** The smallest useful width in cells. */
  readonly minWidth?: number | undefined;
  /** Lighter columns shrink first. */
  readonly weight?: number | undefined;
}

/** A column that fits. */
export interface FittedColumn {
  /** Its index among all columns. */
  readonly index: number;
  readonly width: number;
  /** True for a column of numbers, which is right-aligned. */
  readonly isRight: boolean;
}

/** Lays out the columns of every table and detail view, as wide as the rows so far need. */
export interface ColumnLayout {
  readonly titles: readonly Cell[];
  /** Measures rows; later rows may widen the columns. */
  readonly measure: (rows: readonly (readonly Cell[])[]) => void;
  /** The columns that fit into `total` cells; returns the same array until a column changes. */
  readonly fit: (total: number) => readonly FittedColumn[];
  /** The text of a cell, truncated to its column. */
  readonly cut: (cell: Cell, column: FittedColumn) => string;
  /** Formats one line; the last column is not padded. */
  readonly toLine: (cells: readonly Cell[], columns: readonly FittedColumn[]) => string;
  /** The indexes of columns that at some point did not fit. */
  readonly findHidden: () => readonly number[];
}

/** Spaces between two columns. */
export const gap = 2;

const noCell = toCell('');

/** @param ellipsis marks truncated text */
export function createColumnLayout(columns: readonly LayoutColumn[], ellipsis = ''): ColumnLayout {
  const titles = columns.map(({title}) => toCell(title));
  const natural = titles.map(({width}) => width);
  const hasNumbers = columns.map(() => false);
  const hasWords = columns.map(() => false);
  const hidden = new Set<number>();
  let fitted: readonly FittedColumn[] = [];
  let fittedTo: number | undefined;

  const fit = (total: number) => {
    if (total === fittedTo) return fitted;
    fittedTo = total;
    const requested = columns.map(({minWidth = 8, weight = 0}, index) => ({
      natural: natural[index] ?? 0,
      minWidth,
      weight,
    }));
    const widths = total === Infinity ? natural : fitWidths(requested, total, gap);
    for (const [index, width] of widths.entries()) if (width === 0) hidden.add(index);
    const next = widths.flatMap((width, index) =>
      width === 0 ? [] : [{index, width, isRight: hasNumbers[index] === true && hasWords[index] !== true}],
    );
    if (JSON.stringify(next) !== JSON.stringify(fitted)) fitted = next;
    return fitted;
  };
  const cut = ({text, width}: Cell, column: FittedColumn) =>
    width <= column.width ? text : cutText(text, column.width, ellipsis);

  return {
    titles,
    fit,
    cut,
    measure: rows => {
      fittedTo = undefined;
      for (const row of rows)
        for (const [index, {text, width, isNumber}] of row.entries()) {
          if (width > (natural[index] ?? 0)) natural[index] = width;
          if (isNumber) hasNumbers[index] = true;
          else if (text !== '') hasWords[index] = true;
        }
    },
    toLine: (cells, columns) => {
      let line = '';
      let padding = 0;
      for (const column of columns) {
        const cell = cells[column.index] ?? noCell;
        const text = cut(cell, column);
        if (text === '') {
          padding += column.width + gap;
          continue;
        }
        const room = column.width - (text === cell.text ? cell.width : widthOf(text));
        line += ' '.repeat(padding + (column.isRight ? room : 0)) + text;
        padding = gap + (column.isRight ? 0 : room);
      }
      return line;
    },
    findHidden: () => [...hidden],
  };
}
