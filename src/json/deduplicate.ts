import {mapInSteps} from '../base/yield-to-signals.js';
import {countRows} from './count-rows.js';
import {isObject, type Json} from './json.js';
import {stringifyJson} from './member-order.js';
import {parseJson} from './parse-json.js';
import type {RawRows} from './raw-rows.js';
import {sameJson} from './same-json.js';

interface PageRows {
  readonly rows: readonly Json[];
  readonly raw: RawRows | undefined;
}

/** The result of comparing the rows of a page with those of earlier pages. */
export interface Comparison {
  /** Indices of the rows to show; `undefined` means all rows. */
  readonly rows: readonly number[] | undefined;
  /** The number of rows whose id appeared before with different content. They are shown too. */
  readonly conflicting: number;
  /**
   * True if ids are repeated in a way that suggests that rows are missing: other than by a page that starts with the
   * last rows of the one before.
   */
  readonly hasMoved: boolean;
}

/**
 * Bounds the time and memory for long lists. A list may shift by a few pages while it is read, and one that is sorted
 * again for each page repeats any of its rows.
 */
const maxRememberedRows = 10_000;
const maxRememberedBytes = 32 * 1024 * 1024;
/** Estimated memory of a page whose rows are parsed. */
const parsedPageBytes = 32 * 1024;

/** Packs page and row index into one number: garbage collecting an object per row costs more than the comparison. */
const rowsPerPage = 2 ** 26;

/** Few rows of a page can be long. */
const rowsPerLook = 16;

/** The rows of several pages, indexed by id. */
class Generation {
  readonly #pages: PageRows[] = [];
  readonly #places = new Map<string, number>();
  #bytes = 0;

  get size(): number {
    return this.#places.size;
  }

  get isFull(): boolean {
    return this.size >= maxRememberedRows || this.#bytes >= maxRememberedBytes;
  }

  add(page: PageRows, ids: readonly (string | undefined)[]): void {
    const first = this.#pages.push(page) * rowsPerPage;
    this.#bytes += page.raw?.bytes.byteLength ?? parsedPageBytes;
    for (const [index, id] of ids.entries()) if (id !== undefined) this.#places.set(id, first + index);
  }

  /** The JSON text of the row with that id; `undefined` if there is none. */
  find(id: string): string | undefined {
    const place = this.#places.get(id);
    if (place === undefined) return undefined;
    const page = this.#pages[Math.floor(place / rowsPerPage) - 1];
    return page && textOf(page, place % rowsPerPage);
  }
}

/**
 * Finds rows that an earlier page had too, because a list may shift while it is read. A row is repeated only if it has
 * an id and the same text. Rows of the same page are not compared.
 */
export function createDeduplicator(signal: AbortSignal): (page: PageRows, isLast: boolean) => Promise<Comparison> {
  let recent = new Generation();
  let older = new Generation();
  let previous: readonly (string | undefined)[] = [];
  return async (page, isLast) => {
    // No earlier page had ids, so there is nothing to compare.
    if (isLast && recent.size === 0 && older.size === 0) return {rows: undefined, conflicting: 0, hasMoved: false};
    const rows = Array(countRows(page)).keys();
    const ids = await mapInSteps(rows, index => canonicalIdOf(page, index), signal, rowsPerLook);
    const repeated = new Set<number>();
    const seen = new Set<number>();
    let conflicting = 0;
    for (const [index, id] of ids.entries()) {
      const before = id === undefined ? undefined : (recent.find(id) ?? older.find(id));
      if (before === undefined) continue;
      seen.add(index);
      if (isSameRow(before, textOf(page, index))) repeated.add(index);
      else conflicting += 1;
    }
    if (recent.isFull) [older, recent] = [recent, new Generation()];
    recent.add(page, ids);
    const tail = previous.slice(previous.length - seen.size);
    const isOverlap = seen.size <= previous.length && tail.every((id, index) => seen.has(index) && ids[index] === id);
    previous = ids;
    return {
      rows: repeated.size === 0 ? undefined : [...ids.keys()].filter(index => !repeated.has(index)),
      conflicting,
      hasMoved: seen.size > 0 && !isOverlap,
    };
  };
}

function canonicalIdOf({rows, raw}: PageRows, index: number): string | undefined {
  if (raw?.offsets.isCanonical(index)) return toId(raw.idTextOf(index));
  const row = raw ? raw.parseRow(index) : rows[index];
  const id = isObject(row) ? row['id'] : undefined;
  return id === undefined ? undefined : toId(stringifyJson(id));
}

/** The members of a row may come in another order. */
function isSameRow(before: string, text: string): boolean {
  return before === text || sameJson(parseJson(before), parseJson(text));
}

/** Rows with null as their id have none. */
function toId(text: string | undefined): string | undefined {
  return text === 'null' ? undefined : text;
}

function textOf({rows, raw}: PageRows, index: number): string {
  // JSON can spell a value in several ways; only canonical, compact text is compared without parsing.
  return raw?.verbatimOf(index) ?? stringifyJson((raw ? raw.parseRow(index) : rows[index]) ?? null);
}
