import stringWidth from 'string-width';
import {fitText, fitWidths} from './fit.js';
import type {Column} from './view.js';

/** A cell, already safe to print. */
export interface Cell {
  readonly text: string;
  readonly isNumber: boolean;
}

/** The columns of a table at a terminal, as wide as the rows so far want them. */
export interface ColumnLayout {
  /** Takes rows into account: later rows may widen the columns, so that nothing is cut that has room. */
  readonly measure: (rows: readonly (readonly Cell[])[]) => void;
  /** One line, without the blanks at its end. */
  readonly toLine: (cells: readonly Cell[], columns: number) => string;
  /** The titles of the columns that found no room. */
  readonly findUnshown: () => readonly string[];
}

const gap = '  ';

/** @param ellipsis stands for the end of a text that is cut: one cell */
export function createColumnLayout<Row>(
  columns: readonly Column<Row>[],
  titles: readonly string[],
  ellipsis: string,
): ColumnLayout {
  const natural = titles.map(title => stringWidth(title));
  const isNumeric = columns.map(() => false);
  const isWords = columns.map(() => false);
  const isUnshown = columns.map(() => false);
  let fitted: {readonly total: number; readonly widths: readonly number[]} | undefined;

  const widthsFor = (total: number): readonly number[] => {
    if (fitted?.total === total) return fitted.widths;
    const wanted = columns.map(({least = 8, weight = 0}, index) => ({natural: natural[index] ?? 0, least, weight}));
    fitted = {total, widths: fitWidths(wanted, total, gap.length)};
    for (const [index, width] of fitted.widths.entries()) if (width === 0) isUnshown[index] = true;
    return fitted.widths;
  };

  return {
    measure: rows => {
      fitted = undefined;
      for (const row of rows)
        for (const [index, {text, isNumber}] of row.entries()) {
          natural[index] = Math.max(natural[index] ?? 0, stringWidth(text));
          if (isNumber) isNumeric[index] = true;
          else if (text !== '') isWords[index] = true;
        }
    },
    toLine: (cells, total) => {
      const widths = widthsFor(total);
      return cells
        .flatMap(({text}, index) => {
          const width = widths[index] ?? 0;
          if (width === 0) return [];
          const isRight = isNumeric[index] === true && isWords[index] !== true;
          return [fitText(text, width, {ellipsis, isRight})];
        })
        .join(gap)
        .trimEnd();
    },
    findUnshown: () =>
      columns.flatMap((column, index) => (isUnshown[index] === true ? [column.title ?? column.path] : [])),
  };
}
