/** How two names differ that have the same plain name. */
export function describeSpelling(one: string, other: string): string {
  if (one.normalize() === other.normalize()) return 'composed or decomposed characters';
  return one.normalize().trim() === other.normalize().trim() ? 'spaces around it' : 'upper and lower case';
}

/** The name without differences of case, Unicode normalization and spaces around it. */
export function toPlainName(name: string): string {
  return name.normalize().trim().toLowerCase();
}
