import {yieldToInterruption} from '../base/yield-to-signals.js';
import {isNumber, isObject, type Json} from '../json/json.js';
import {stringifyJson} from '../json/member-order.js';
import {findPaths} from './columns.js';
import {neutralizeFormulas} from './csv-formulas.js';
import {type ListWriter, type OutputSettings, openWithFirstRows, type Renderer} from './format.js';
import {toPickedValue} from './machine-value.js';
import {toPrintable} from './printable.js';
import {trackHidden} from './track-hidden.js';
import {readColumn, showValue} from './value.js';

/** A row may have 100,000 cells, and a page 200,000 rows. */
const maxCellsPerWrite = 50_000;

export interface Dialect {
  readonly escape: (text: string) => string;
  /** Joins cells into a line, including its end. */
  readonly toLine: (cells: readonly string[], csvLineEnd: OutputSettings['csvLineEnd']) => string;
}

/** Writes a header line and one line per row. Nested lists and objects are JSON in their cell. */
export function createSeparatedRenderer(dialect: Dialect): Renderer {
  return {
    openList: async (view, settings) =>
      openWithFirstRows(first => {
        const toPicked = (row: (typeof first)[number]) => toPickedValue(view, row);
        if (settings.columns) return openSeparated(toPicked, settings.columns, dialect, settings);
        const paths = findPaths(view.documented, first.map(toPicked));
        return trackHidden(openSeparated(toPicked, paths, dialect, settings), paths, toPicked);
      }),
    writeDetail: async (view, thing, settings) => {
      const whole = view.toValue(thing);
      // A scalar has no members to name its column.
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
  {stdout, isCsvRaw, csvLineEnd, signal}: OutputSettings,
): ListWriter<Row> {
  // At a terminal, control characters are escaped; a pipe gets the text byte for byte.
  const toSafe = stdout.isTerminal ? toPrintable : (text: string) => text;
  let hasHalf = false;
  const toCell = (value: Json | undefined) => {
    const text = showCell(value);
    hasHalf ||= !text.isWellFormed();
    return toSafe(escape(isCsvRaw || isNumber(value) ? text : neutralizeFormulas(text)));
  };
  const toRow = (row: Row) => {
    const value = toValue(row);
    const cells = paths.map(path => toCell(readColumn(value, path)));
    return toLine(cells, csvLineEnd);
  };
  const rowsPerWrite = Math.max(1, Math.floor(maxCellsPerWrite / Math.max(1, paths.length)));
  let header = paths.length === 0 ? '' : toLine(paths.map(toCell), csvLineEnd);
  return {
    write: async rows => {
      for (let start = 0; start === 0 || start < rows.length; start += rowsPerWrite) {
        if (start > 0) await yieldToInterruption(signal);
        const lines = rows.slice(start, start + rowsPerWrite).map(toRow);
        await stdout.write(header + lines.join(''));
        header = '';
      }
    },
    close: () => stdout.write(header),
    // At a terminal, it is escaped.
    notes: () => (hasHalf && !stdout.isTerminal ? [halfNote] : []),
  };
}

const halfNote =
  'an unpaired surrogate was replaced with U+FFFD, because UTF-8 cannot encode it; --json and --output yaml keep it';

function showCell(value: Json | undefined): string {
  if (typeof value === 'boolean') return String(value);
  return value === null || typeof value !== 'object' || isNumber(value) ? showValue(value) : stringifyJson(value);
}
