import {Fingerprint} from '../json/fingerprint.js';
import {FingerprintSet} from '../json/fingerprint-set.js';
import {isObject, type Json, stringOf} from '../json/json.js';
import {stringifyJson} from '../json/member-order.js';
import type {RawRows} from '../json/raw-rows.js';

/** What makes two rows the same row: their id, or, where the reference describes no row, all that stands in them beside an id. */
export type Identity = 'id' | 'id and content';

const quote = 0x22;
const print = new Fingerprint();

/** `undefined` for a row that cannot be recognised. */
function identifyRow(row: Json | undefined, identity: Identity): Fingerprint | undefined {
  const id = isObject(row) ? row['id'] : undefined;
  if (row === undefined || id === undefined || (identity === 'id' && !stringOf(id))) return undefined;
  return print.take(Buffer.from(stringifyJson(identity === 'id' ? id : row)));
}

/** The same for a row that was not parsed. */
function identifyRawRow(rows: RawRows, row: number, identity: Identity): Fingerprint | undefined {
  const {bytes, places} = rows;
  // What is spelled in another way is compared as a value.
  if (!places.isCanonical(row)) return identifyRow(rows.parseRow(row), identity);
  const [start, end] = [places.idStart(row), places.idEnd(row)];
  if (end === 0) return undefined;
  if (identity === 'id and content') return print.take(bytes, places.start(row), places.end(row));
  return bytes[start] === quote && end > start + 2 ? print.take(bytes, start, end) : undefined;
}

/** How many rows are remembered at least. A bound, so that lists stay constant in memory; lists shift by pages, not by thousands of rows. */
const rememberedRows = 10_000;

/**
 * Finds the rows that stand on an earlier page as well: a list may shift while it is read. Rows of one page are never compared.
 *
 * @returns takes the rows of a page, parsed or not, and gives the indices of those that are new; `undefined` when all of them are
 */
export function createDeduplicator(
  identity: Identity,
): (page: {readonly rows: readonly Json[]; readonly raw: RawRows | undefined}) => readonly number[] | undefined {
  let recent = new FingerprintSet();
  let older = new FingerprintSet();
  const own = new FingerprintSet();
  return ({rows, raw}) => {
    const count = raw?.count ?? rows.length;
    const repeated = new Set<number>();
    own.clear();
    for (let row = 0; row < count; row += 1) {
      const found = raw ? identifyRawRow(raw, row, identity) : identifyRow(rows[row], identity);
      if (!found) continue;
      if (recent.has(found) || older.has(found)) repeated.add(row);
      own.add(found);
    }
    if (recent.size >= rememberedRows) {
      [older, recent] = [recent, older];
      recent.clear();
    }
    recent.addAll(own);
    return repeated.size === 0
      ? undefined
      : Array.from({length: count}, (_none, row) => row).filter(row => !repeated.has(row));
  };
}
