import type {Json} from '../json.js';
import {toPrintable} from './printable.js';
import {readPath, showValue} from './value.js';
import type {Column} from './view.js';

export function titleOf<Row>(column: Column<Row>): string {
  return toPrintable((column.title ?? column.path.replaceAll('_', ' ')).toUpperCase());
}

/** The text of one cell, safe to print. */
export function cellOf<Row>(column: Column<Row>, row: Row, value: Json): string {
  return toPrintable(column.show ? column.show(row) : showValue(readPath(value, column.path)));
}
