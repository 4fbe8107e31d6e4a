import {type Cell, toCell} from './cells.js';
import {cutText} from './cut-text.js';
import {fitWidths} from './fit-widths.js';
import type {Column} from './view.js';
import {createWidthCounter} from './width-counter.js';
import {widthOf} from './width-of.js';

export interface LayoutColumn extends Pick<Column<unknown>, 'minWidth' | 'weight' | 'isText' | 'isRight'> {
  readonly title: string;
}

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
  /** The same, followed by the columns that do not fit, for where one can scroll to the right. */
  readonly fitAll: (total: number) => readonly FittedColumn[];
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

/** Longer titles are cut rather than other columns left out. */
const longestTitle = 14;
/** Ids, codes and dates up to this width are never cut. */
const longestCode = 40;
/** Several words, or letters beyond ASCII. */
const prose = /[a-z]\S* \S*[a-z]|[^\0-~]/i;
/** A number, an amount, a date or a time. */
const exact = /^[-+$€£¥]?\d[\d.,:'e+-]*(?:[T ][\d.,:+-]+)?Z?(?: ?(?:[A-Z]{3}|[$€£¥%]))?$/i;

/** @param ellipsis marks truncated text */
export function createColumnLayout(columns: readonly LayoutColumn[], ellipsis = ''): ColumnLayout {
  const titles = columns.map(({title}) => toCell(title));
  const natural = titles.map(({width}) => width);
  const hasNumbers = columns.map(() => false);
  const hasWords = columns.map(() => false);
  const content = columns.map(() => 0);
  const counters = columns.map(createWidthCounter);
  const isText = columns.map(column => column.isText === true);
  const hidden = new Set<number>();
  let fitted: readonly FittedColumn[] = [];
  let fittedTo: number | undefined;

  const toFitted = (index: number, width: number): FittedColumn => ({
    index,
    width,
    isRight: columns[index]?.isRight ?? (hasNumbers[index] === true && hasWords[index] !== true),
  });

  const fit = (total: number) => {
    if (total === fittedTo) return fitted;
    fittedTo = total;
    // Numbers, dates, ids and codes are shown whole or not at all (row 181).
    const requested = columns.map(({minWidth = 8, weight = 0}, index) => ({
      natural: natural[index] ?? 0,
      typical: Math.max(counters[index]?.findTypical() ?? 0, titles[index]?.width ?? 0),
      isText: isText[index] === true,
      minWidth: isText[index] ? minWidth : Math.max(content[index] ?? 0, Math.min(longestTitle, natural[index] ?? 0)),
      weight,
    }));
    const widths = total === Infinity ? natural : fitWidths(requested, total, gap);
    for (const [index, width] of widths.entries()) if (width === 0) hidden.add(index);
    const next = widths.flatMap((width, index) => (width === 0 ? [] : [toFitted(index, width)]));
    if (JSON.stringify(next) !== JSON.stringify(fitted)) fitted = next;
    return fitted;
  };
  const cut = ({text, width}: Cell, column: FittedColumn) => {
    if (width <= column.width) return text;
    // In a text column, a number or date that does not fit is left out: cut, it would be a different one (row 181).
    return columns[column.index]?.isText === undefined && exact.test(text)
      ? ellipsis
      : cutText(text, column.width, ellipsis);
  };

  return {
    titles,
    fit,
    fitAll: total => {
      const shown = fit(total);
      const others = columns.flatMap((_column, index) =>
        shown.some(column => column.index === index) ? [] : [toFitted(index, natural[index] ?? 0)],
      );
      hidden.clear();
      return [...shown, ...others];
    },
    cut,
    measure: rows => {
      fittedTo = undefined;
      for (const row of rows)
        for (const [index, {text, width, isNumber}] of row.entries()) {
          if (width > (natural[index] ?? 0)) natural[index] = width;
          counters[index]?.add(width);
          if (width > (content[index] ?? 0)) content[index] = width;
          if (columns[index]?.isText === undefined && !isNumber && (width > longestCode || prose.test(text)))
            isText[index] = true;
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
