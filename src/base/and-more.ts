/** `and 2 more` between the given texts; empty if there are none. */
export function andMore(rest: number, before = ' ', after = ''): string {
  return rest > 0 ? `${before}and ${rest} more${after}` : '';
}

/** `a`, `a (and 2 more)`; `undefined` for none. */
export function describeFirst([first, ...others]: readonly string[]): string | undefined {
  return first === undefined ? undefined : `${first}${andMore(others.length, ' (', ')')}`;
}

/** `a, b and 2 more`. */
export function listFirst(texts: readonly string[], maxCount: number, separator = ', ', before = ' '): string {
  return `${texts.slice(0, maxCount).join(separator)}${andMore(texts.length - maxCount, before)}`;
}
