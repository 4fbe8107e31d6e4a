import {isObject, type Json} from './json.js';
import {stringifyJson} from './member-order.js';
import type {RawRows} from './raw-rows.js';

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

/** A bound that keeps long lists constant in memory. Lists shift by pages while they are read, not by thousands of rows. */
const maxRememberedRows = 10_000;

/** Where a row stands, in one number: an object for each of many rows would take longer to collect than to compare. */
const rowsPerPage = 2 ** 26;

/** Rows of some pages by their id. */
class Generation {
  readonly #pages: PageRows[] = [];
  readonly #places = new Map<string, number>();

  get size(): number {
    return this.#places.size;
  }

  add(page: PageRows, ids: readonly (string | undefined)[]): void {
    const first = this.#pages.push(page) * rowsPerPage;
    for (const [index, id] of ids.entries()) if (id !== undefined) this.#places.set(id, first + index);
  }

  /** The whole text of the row with that id. */
  find(id: string): string | undefined {
    const place = this.#places.get(id);
    if (place === undefined) return undefined;
    const page = this.#pages[Math.floor(place / rowsPerPage) - 1];
    return page && textOf(page, place % rowsPerPage);
  }
}

/**
 * Finds rows that stand on an earlier page as well, as a list may shift while it is read. Only rows that have an id and are equal in every character
 * are repeated rows. Rows of one page are never compared.
 */
export function createDeduplicator(): (page: PageRows) => Comparison {
  let recent = new Generation();
  let older = new Generation();
  return page => {
    const count = page.raw?.count ?? page.rows.length;
    const ids = Array.from({length: count}, (_none, index) => idOf(page, index));
    const repeated = new Set<number>();
    let conflicting = 0;
    for (const [index, id] of ids.entries()) {
      const before = id === undefined ? undefined : (recent.find(id) ?? older.find(id));
      if (before === undefined) continue;
      if (before === textOf(page, index)) repeated.add(index);
      else conflicting += 1;
    }
    if (recent.size >= maxRememberedRows) [older, recent] = [recent, new Generation()];
    recent.add(page, ids);
    return {
      fresh: repeated.size === 0 ? undefined : [...ids.keys()].filter(index => !repeated.has(index)),
      conflicting,
    };
  };
}

function idOf({rows, raw}: PageRows, index: number): string | undefined {
  // The same value may be spelled in several ways.
  if (raw?.offsets.isCanonical(index)) return raw.idTextOf(index);
  const row = raw ? raw.parseRow(index) : rows[index];
  const id = isObject(row) ? row['id'] : undefined;
  return id === undefined ? undefined : stringifyJson(id);
}

function textOf({rows, raw}: PageRows, index: number): string {
  if (raw?.offsets.isCanonical(index)) return raw.textOf(index);
  return stringifyJson((raw ? raw.parseRow(index) : rows[index]) ?? null);
}
