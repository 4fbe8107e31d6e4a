/** Quotes a value as JSON, cut if it is long: for messages that name what was found. */
export function quoteStart(value: unknown, maxLength = 100): string {
  const text = JSON.stringify(value);
  return text.length > maxLength ? `${text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…` : text;
}
