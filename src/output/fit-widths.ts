/** The largest share of a terminal that one column gets when not all columns fit. */
const maxShare = 0.4;

/** A text column is comfortable to read from this width on, and gives up what it has beyond `roomy`. */
const comfortable = 16;
const roomy = 20;
/** Names up to this width are cut last of all. */
const longestWholeName = 24;

export interface ColumnWidth {
  /** The width of the widest cell. */
  readonly natural: number;
  /** A width that nine of ten cells need at most. */
  readonly typical: number;
  /** The smallest useful width. */
  readonly minWidth: number;
  /** Lighter columns shrink first. */
  readonly weight: number;
  /** True if its cells may be cut. */
  readonly isText: boolean;
}

/**
 * Fits columns into `total` terminal cells with `gap` cells between them; returns 0 for a column without space.
 * The heaviest columns get their minimum first; then the lightest columns shrink, widest first. A text column without
 * weight is left out where those with one would have little space.
 */
export function fitWidths(columns: readonly ColumnWidth[], total: number, gap: number): readonly number[] {
  const byWeight = columns.map((_column, index) => index).sort((a, b) => weightOf(a) - weightOf(b) || b - a);
  const minWidths = columns.map(({natural, minWidth}) => Math.min(natural, minWidth, total));
  const shown = new Set<number>();
  const totalWidth = (widths: readonly number[]) =>
    [...shown].reduce((sum, index) => sum + (widths[index] ?? 0) + gap, -gap);

  // Heaviest first. Once a column is left out, no lighter one may take its place.
  let leftOutWeight: number | undefined;
  for (const index of byWeight.toReversed()) {
    if (leftOutWeight !== undefined && weightOf(index) < leftOutWeight) break;
    shown.add(index);
    if (totalWidth(minWidths) <= total || shown.size === 1) continue;
    shown.delete(index);
    leftOutWeight = weightOf(index);
  }

  const last = [...shown].at(-1);
  if (last !== undefined && weightOf(last) === 0 && columns[last]?.isText) {
    const comfort = columns.map(({typical, weight, isText}, index) =>
      Math.max(minWidths[index] ?? 0, weight > 0 && isText ? Math.min(typical, comfortable) : 0),
    );
    if (totalWidth(comfort) > total) shown.delete(last);
  }

  // A single very wide cell must not take the space of all other columns.
  const isTight = totalWidth(columns.map(({natural}) => natural)) > total;
  const widths = columns.map(({natural, minWidth}) =>
    Math.min(natural, isTight ? Math.max(minWidth, Math.floor(total * maxShare)) : total),
  );
  // The column that rows are recognized by stays whole as long as the others have enough, then shows most of its cells.
  const heaviest = Math.max(...[...shown].map(weightOf));
  const enough = columns.map(({typical, weight}, index) =>
    Math.max(minWidths[index] ?? 0, weight > 0 ? Math.min(typical, roomy) : 0),
  );
  const mostOfName = ({natural, typical}: ColumnWidth) => Math.max(typical, Math.min(natural, longestWholeName));
  const floors = (ofHeaviest: (column: ColumnWidth) => number) =>
    columns.map((column, index) => Math.max(enough[index] ?? 0, column.weight === heaviest ? ofHeaviest(column) : 0));
  shrinkTo(floors(({natural}) => natural));
  shrinkTo(floors(mostOfName));
  shrinkTo(minWidths);
  return widths.map((width, index) => (shown.has(index) ? width : 0));

  function shrinkTo(least: readonly number[]): void {
    for (const weight of new Set(byWeight.map(weightOf))) {
      const group = [...shown].filter(index => weightOf(index) === weight);
      while (totalWidth(widths) > total) {
        const widest = group
          .filter(index => (widths[index] ?? 0) > (least[index] ?? 0))
          .sort((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0))[0];
        if (widest === undefined) break;
        widths[widest] = (widths[widest] ?? 0) - 1;
      }
    }
  }

  function weightOf(index: number): number {
    return columns[index]?.weight ?? 0;
  }
}
