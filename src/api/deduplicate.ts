import {isObject, type Json} from '../json/json.js';
import {stringifyJson} from '../json/member-order.js';
import type {RawRows} from '../json/raw-rows.js';

/** Rows of one page, parsed or not. */
interface PageRows {
  readonly rows: readonly Json[];
  readonly raw: RawRows | undefined;
}

/** How the rows of a page compare with those of earlier pages. */
export interface Comparison {
  /** Indices of the rows to show; `undefined` for all of them. */
  readonly fresh: readonly number[] | undefined;
  /** Rows whose id came before with other content. They are shown. */
  readonly conflicting: number;
}

/** Bounds that keep long lists constant in memory. Lists shift by pages while they are read, not by thousands of rows. */
const maxRememberedRows = 10_000;
const maxRememberedCharacters = 4_000_000;

/**
 * Finds rows that stand on an earlier page as well, as a list may shift while it is read. Only rows that have an id and are equal in every character
 * are repeated rows. Rows of one page are never compared.
 */
export function createDeduplicator(): (page: PageRows) => Comparison {
  let recent = new Map<string, string>();
  let older = new Map<string, string>();
  let characters = 0;
  return page => {
    const count = page.raw?.count ?? page.rows.length;
    const own: (readonly [id: string, text: string])[] = [];
    const repeated = new Set<number>();
    let conflicting = 0;
    for (let index = 0; index < count; index += 1) {
      const [id, text] = page.raw ? identifyRaw(page.raw, index) : identify(page.rows[index]);
      if (id === undefined) continue;
      const before = recent.get(id) ?? older.get(id);
      if (before === text) repeated.add(index);
      else if (before !== undefined) conflicting += 1;
      own.push([id, text]);
    }
    if (recent.size >= maxRememberedRows || characters >= maxRememberedCharacters) {
      [older, recent] = [recent, new Map()];
      characters = 0;
    }
    for (const [id, text] of own) {
      recent.set(id, text);
      characters += id.length + text.length;
    }
    const fresh =
      repeated.size === 0
        ? undefined
        : Array.from({length: count}, (_none, index) => index).filter(index => !repeated.has(index));
    return {fresh, conflicting};
  };
}

function identify(row: Json | undefined): readonly [id: string | undefined, text: string] {
  const id = isObject(row) ? row['id'] : undefined;
  return row === undefined || id === undefined ? [undefined, ''] : [stringifyJson(id), stringifyJson(row)];
}

function identifyRaw(rows: RawRows, index: number): readonly [id: string | undefined, text: string] {
  // The same value may be spelled in several ways.
  return rows.places.isCanonical(index) ? [rows.idTextOf(index), rows.textOf(index)] : identify(rows.parseRow(index));
}
