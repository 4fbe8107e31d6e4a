import type {RawRows} from './raw-rows.js';

/** How many rows a page has, without a look at them. */
export function countRows(page: {readonly rows: readonly unknown[]; readonly raw?: RawRows | undefined}): number {
  return page.raw?.count ?? page.rows.length;
}
