/** The most that one column gets of a terminal that is too narrow for all. */
const widestShare = 0.4;

/** A column before it is fitted. */
export interface WantedWidth {
  /** The widest of its cells, in cells of the terminal. */
  readonly natural: number;
  /** Below this the column is of no use. */
  readonly least: number;
  /** Heavier columns keep their width longer. */
  readonly weight: number;
}

/**
 * The widths of the columns in a terminal of `total` cells with `gap` cells between two columns; 0 for a column without room.
 * The heaviest columns come first to find room for their least; then room is taken from the lightest columns, widest first.
 */
export function fitWidths(wanted: readonly WantedWidth[], total: number, gap: number): readonly number[] {
  const byWeight = wanted.map((_column, index) => index).sort((a, b) => weightOf(a) - weightOf(b) || b - a);
  const least = wanted.map(({natural, least}) => Math.min(natural, least, total));
  const shown = new Set<number>();
  const roomFor = (widths: readonly number[]) =>
    [...shown].reduce((sum, index) => sum + (widths[index] ?? 0) + gap, -gap);

  for (const index of byWeight.toReversed()) {
    shown.add(index);
    if (roomFor(least) > total && shown.size > 1) shown.delete(index);
  }

  // A single very wide cell must not take the room of all other columns.
  const isTight = roomFor(wanted.map(({natural}) => natural)) > total;
  const widths = wanted.map(({natural, least}) =>
    Math.min(natural, isTight ? Math.max(least, Math.floor(total * widestShare)) : total),
  );
  for (const weight of new Set(byWeight.map(weightOf))) {
    const group = [...shown].filter(index => weightOf(index) === weight);
    while (roomFor(widths) > total) {
      const widest = group
        .filter(index => (widths[index] ?? 0) > (least[index] ?? 0))
        .sort((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0))[0];
      if (widest === undefined) break;
      widths[widest] = (widths[widest] ?? 0) - 1;
    }
  }
  return widths.map((width, index) => (shown.has(index) ? width : 0));

  function weightOf(index: number): number {
    return wanted[index]?.weight ?? 0;
  }
}
