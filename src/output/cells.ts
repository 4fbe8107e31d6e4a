import {isNumber} from '../json/json.js';
import {showLocalTime} from './local-time.js';
import {toPickedValue} from './machine-value.js';
import {toPrintable} from './printable.js';
import {readPath, showValue} from './value.js';
import type {Column, TableView} from './view.js';
import {widthOf} from './width-of.js';

/** A text that is safe to print, with its width. */
export interface Cell {
  readonly text: string;
  /** In terminal cells. */
  readonly width: number;
  readonly isNumber: boolean;
}

export function toCell(text: string, isNumber = false): Cell {
  const printable = toPrintable(text);
  return {text: printable, width: widthOf(printable), isNumber};
}

/** A member name as a label: `primitive type`. `__proto__` is unchanged, and an empty name becomes `""`. */
export function showName(name: string): string {
  return name === '' ? '""' : name.replace(/(?<=[a-z\d])_(?=[a-z\d])/gi, ' ');
}

/** The heading of a column, safe to print. */
export function titleOf<Row>(column: Column<Row>): string {
  return toPrintable((column.title ?? showName(column.path)).toUpperCase());
}

/**
 * Formats the cells of a row.
 *
 * @param zone at a terminal, to show instants in local time and align numbers right
 */
export function toCells<Row>(
  columns: readonly Column<Row>[],
  row: Row,
  view: TableView<Row>,
  zone?: () => string,
): readonly Cell[] {
  const value = toPickedValue(view, row);
  return columns.map(({path, show}) => {
    const shown = show?.(row);
    if (shown !== undefined) return toCell(shown);
    const member = readPath(value, path);
    const localTime = zone && typeof member === 'string' ? showLocalTime(member, zone) : undefined;
    return toCell(localTime ?? showValue(member), zone && isNumber(member));
  });
}
