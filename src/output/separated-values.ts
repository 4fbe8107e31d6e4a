import {isNumber, isObject, type Json} from '../json/json.js';
import {stringifyJson} from '../json/member-order.js';
import {findPaths, trackUnshown} from './columns.js';
import {type ListWriter, type OutputSettings, openWithFirstRows, type Renderer} from './format.js';
import {toPrintable} from './printable.js';
import {toPickedValue} from './select-members.js';
import {readPath, showValue} from './value.js';

/** How one format separates its cells. */
export interface Dialect {
  readonly escape: (text: string) => string;
  /** A whole line, with its end. */
  readonly toLine: (cells: readonly string[]) => string;
}

/** What a spreadsheet takes for a formula, also behind spaces. */
const formula = /^[\s\0\u200b-\u200d\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/** A line for the header and each row. Lists and objects within a row are JSON in their cell. */
export function createSeparatedRenderer(dialect: Dialect): Renderer {
  return {
    openList: async (view, settings) =>
      openWithFirstRows(first => {
        const toPicked = (row: (typeof first)[number]) => toPickedValue(view, row);
        if (settings.columns) return openSeparated(toPicked, settings.columns, dialect, settings);
        const paths = findPaths(view.documented, first.map(toPicked));
        return trackUnshown(openSeparated(toPicked, paths, dialect, settings), paths, toPicked);
      }),
    writeDetail: async (view, thing, settings) => {
      const whole = view.toValue(thing);
      // A bare value has no members that could name its column.
      const value = settings.columns || !isObject(whole) ? toPickedValue(view, thing) : whole;
      const paths = settings.columns ?? findPaths(view.documented, [value]);
      await openSeparated((row: Json) => row, paths, dialect, settings).write([value], false);
    },
  };
}

function openSeparated<Row>(
  toValue: (row: Row) => Json,
  paths: readonly string[],
  {escape, toLine}: Dialect,
  {stdout, isCsvRaw}: OutputSettings,
): ListWriter<Row> {
  // A terminal must not be steered; a pipe gets the text byte for byte.
  const toSafe = stdout.isTerminal ? toPrintable : (text: string) => text;
  const toCell = (value: Json | undefined) => {
    const text = showCell(value);
    const isFormula = !isCsvRaw && !isNumber(value) && formula.test(text);
    return toSafe(escape(isFormula ? `'${text}` : text));
  };
  let header = paths.length === 0 ? '' : toLine(paths.map(toCell));
  return {
    write: async rows => {
      const lines = rows.map(row => {
        const value = toValue(row);
        return toLine(paths.map(path => toCell(readPath(value, path))));
      });
      await stdout.write(header + lines.join(''));
      header = '';
    },
    close: () => stdout.write(header),
  };
}

function showCell(value: Json | undefined): string {
  if (typeof value === 'boolean') return String(value);
  return value === undefined || value === null || typeof value !== 'object' || isNumber(value)
    ? showValue(value)
    : stringifyJson(value);
}
