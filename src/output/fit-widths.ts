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
  const fitted = columns.map((column, index) => ({
    ...column,
    index,
    minimum: Math.min(column.natural, column.minWidth, total),
    width: 0,
  }));
  type Fitted = (typeof fitted)[number];
  const lightestFirst = fitted.toSorted((a, b) => a.weight - b.weight || b.index - a.index);
  const shown = new Set<Fitted>();
  const totalOf = (measure: (column: Fitted) => number) =>
    [...shown].reduce((sum, column) => sum + measure(column) + gap, -gap);

  // Heaviest first. Once a column is left out, no lighter one may take its place.
  let leftOutWeight: number | undefined;
  for (const column of lightestFirst.toReversed()) {
    if (leftOutWeight !== undefined && column.weight < leftOutWeight) break;
    shown.add(column);
    if (totalOf(({minimum}) => minimum) <= total || shown.size === 1) continue;
    shown.delete(column);
    leftOutWeight = column.weight;
  }

  const last = [...shown].at(-1);
  if (last?.weight === 0 && last.isText) {
    const comfort = ({minimum, typical, weight, isText}: Fitted) =>
      Math.max(minimum, weight > 0 && isText ? Math.min(typical, comfortable) : 0);
    if (totalOf(comfort) > total) shown.delete(last);
  }

  // A single very wide cell must not take the space of all other columns.
  const isTight = totalOf(({natural}) => natural) > total;
  for (const column of fitted)
    column.width = Math.min(column.natural, isTight ? Math.max(column.minWidth, Math.floor(total * maxShare)) : total);
  // The column that rows are recognized by stays whole as long as the others have enough, then shows most of its cells.
  const heaviest = Math.max(...Array.from(shown, ({weight}) => weight));
  const enough = ({minimum, typical, weight}: Fitted) => Math.max(minimum, weight > 0 ? Math.min(typical, roomy) : 0);
  const withHeaviest = (ofHeaviest: (column: Fitted) => number) => (column: Fitted) =>
    Math.max(enough(column), column.weight === heaviest ? ofHeaviest(column) : 0);
  const shrinkTo = (floorOf: (column: Fitted) => number) => {
    for (const lightest of new Set(lightestFirst.map(({weight}) => weight))) {
      const group = [...shown].filter(({weight}) => weight === lightest);
      while (totalOf(({width}) => width) > total) {
        const [widest] = group.filter(column => column.width > floorOf(column)).sort((a, b) => b.width - a.width);
        if (widest === undefined) break;
        widest.width -= 1;
      }
    }
  };
  shrinkTo(withHeaviest(({natural}) => natural));
  shrinkTo(withHeaviest(({natural, typical}) => Math.max(typical, Math.min(natural, longestWholeName))));
  shrinkTo(({minimum}) => minimum);
  return fitted.map(column => (shown.has(column) ? column.width : 0));
}
