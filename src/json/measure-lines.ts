export function measureLines(text: string): {
  readonly count: number;
  readonly longest: {readonly number: number; readonly length: number};
} {
  let count = 0;
  let longest = {number: 1, length: 0};
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    count += 1;
    if (end - start > longest.length) longest = {number: count, length: end - start};
    start = end + 1;
  }
  return {count, longest};
}
