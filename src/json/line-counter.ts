/** A position in text; both count from 1, columns in UTF-16 code units. */
export interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

export function createLineCounter(text: string): (offset: number) => LineAndColumn {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return offset => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return {line: low + 1, column: offset - (starts[low] ?? 0) + 1};
  };
}
