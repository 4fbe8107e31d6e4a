import type {RawRows} from './raw-rows.js';

/** Counts the rows of a page without parsing them. */
export function countRows(page: {readonly rows: readonly unknown[]; readonly raw?: RawRows | undefined}): number {
  return page.raw?.count ?? page.rows.length;
}
