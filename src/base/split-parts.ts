/** Splits a list, in order, into parts that are bounded by count and by size; an item that is too large is alone. */
export function* splitParts<Item>(
  items: Iterable<Item>,
  sizeOf: (item: Item) => number,
  max: {readonly count: number; readonly size: number},
): Generator<readonly Item[]> {
  let part: Item[] = [];
  let size = 0;
  for (const item of items) {
    const added = sizeOf(item);
    if (part.length === max.count || (part.length > 0 && size + added > max.size)) {
      yield part;
      [part, size] = [[], 0];
    }
    part.push(item);
    size += added;
  }
  if (part.length > 0) yield part;
}
