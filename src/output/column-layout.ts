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
  const measured = columns.map(column => {
    const title = toCell(column.title);
    return {
      ...column,
      title,
      /** The width of the widest cell, the title included; `content` leaves it out. */
      natural: title.width,
      content: 0,
      hasNumbers: false,
      hasWords: false,
      mayBeCut: column.isText === true,
      counter: createWidthCounter(),
    };
  });
  const hidden = new Set<number>();
  let fitted: readonly FittedColumn[] = [];
  let fittedTo: number | undefined;

  const toFitted = (index: number, width: number): FittedColumn => {
    const {isRight, hasNumbers = false, hasWords = false} = measured[index] ?? {};
    return {index, width, isRight: isRight ?? (hasNumbers && !hasWords)};
  };

  const fit = (total: number) => {
    if (total === fittedTo) return fitted;
    fittedTo = total;
    // Numbers, dates, ids and codes are shown whole or not at all (row 181).
    const requested = measured.map(({title, natural, content, mayBeCut, counter, minWidth = 8, weight = 0}) => ({
      natural,
      typical: Math.max(counter.findTypical(), title.width),
      isText: mayBeCut,
      minWidth: mayBeCut ? minWidth : Math.max(content, Math.min(longestTitle, natural)),
      weight,
    }));
    const widths = total === Infinity ? measured.map(({natural}) => natural) : fitWidths(requested, total, gap);
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
    titles: measured.map(({title}) => title),
    fit,
    fitAll: total => {
      const shown = fit(total);
      const others = measured.flatMap(({natural}, index) =>
        shown.some(column => column.index === index) ? [] : [toFitted(index, natural)],
      );
      hidden.clear();
      return [...shown, ...others];
    },
    cut,
    measure: rows => {
      fittedTo = undefined;
      for (const row of rows)
        for (const [index, column] of measured.entries()) {
          const {text, width, isNumber} = row[index] ?? noCell;
          column.natural = Math.max(column.natural, width);
          column.content = Math.max(column.content, width);
          column.counter.add(width);
          if (column.isText === undefined && !isNumber && (width > longestCode || prose.test(text)))
            column.mayBeCut = true;
          if (isNumber) column.hasNumbers = true;
          else if (text !== '') column.hasWords = true;
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
