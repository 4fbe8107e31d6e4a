/** Wider cells count as this wide: no terminal shows more. */
const maxWidth = 1000;
const typicalShare = 0.9;

/** Counts how many cells of a column have which width. */
export interface WidthCounter {
  readonly add: (width: number) => void;
  /** The width that nine of ten cells need at most; it never shrinks, as the columns would move from page to page. */
  readonly findTypical: () => number;
}

export function createWidthCounter(): WidthCounter {
  const counts = new Map<number, number>();
  let total = 0;
  let typical = 0;
  return {
    add: width => {
      const key = Math.min(width, maxWidth);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      total += 1;
    },
    findTypical: () => {
      let narrower = 0;
      for (const [width, count] of [...counts].sort(([a], [b]) => a - b)) {
        if (narrower < typicalShare * total) typical = Math.max(typical, width);
        narrower += count;
      }
      return typical;
    },
  };
}
