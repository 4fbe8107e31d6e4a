/** `a`, `a or b`, `a, b or c`. */
export function inSeries(names: readonly string[], conjunction: 'and' | 'or'): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${conjunction} ${names.at(-1)}`;
}

/** `a`, `a or b`, `a, b or c`. */
export function inChoice(names: readonly string[]): string {
  return inSeries(names, 'or');
}
