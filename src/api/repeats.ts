/** How many rows are remembered. A bound, so that lists stay constant in memory; lists shift by pages, not by thousands of rows. */
const rememberedRows = 20_000;

/**
 * Leaves out the rows that stand on an earlier page as well: a list may shift while it is read. Rows of one page are never compared.
 *
 * @param identify what makes two rows the same row; `undefined` for a row that cannot be recognised
 */
export function createRepeatFilter<Row>(
  identify: (row: Row) => string | undefined,
): (rows: readonly Row[]) => readonly Row[] {
  const seen = new Set<string>();
  return rows => {
    const names = rows.map(identify);
    const fresh = rows.filter((_row, index) => {
      const name = names[index];
      return name === undefined || !seen.has(name);
    });
    for (const name of names) if (name !== undefined) seen.add(name);
    for (const name of seen) {
      if (seen.size <= rememberedRows) break;
      seen.delete(name);
    }
    return fresh;
  };
}
