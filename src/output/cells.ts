import {isNumber, type Json} from '../json/json.js';
import type {Cell} from './column-layout.js';
import {showLocalTime} from './local-time.js';
import {toPrintable} from './printable.js';
import {readPath, showValue} from './value.js';
import type {Column} from './view.js';

/** A name in words; `__proto__` stays what it is, and what has no name is seen. */
export function showName(name: string): string {
  return name === '' ? '""' : name.replace(/(?<=[a-z\d])_(?=[a-z\d])/gi, ' ');
}

/** What stands above a column, safe to print. */
export function titleOf<Row>(column: Column<Row>): string {
  return toPrintable((column.title ?? showName(column.path)).toUpperCase());
}

/** The text of one cell, safe to print. */
export function cellOf<Row>(column: Column<Row>, row: Row, value: Json): string {
  return toPrintable(column.show ? column.show(row) : showValue(readPath(value, column.path)));
}

/** The same for a terminal, where points in time read like a clock in that zone. */
export function terminalCellOf<Row>(column: Column<Row>, row: Row, value: Json, zone: () => string): Cell {
  if (column.show) return {text: toPrintable(column.show(row)), isNumber: false};
  const member = readPath(value, column.path);
  const text = (typeof member === 'string' ? showLocalTime(member, zone) : undefined) ?? showValue(member);
  return {text: toPrintable(text), isNumber: isNumber(member)};
}
