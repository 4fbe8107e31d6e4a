/** The text, cut if it is longer. */
export function cutEnd(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…` : text;
}

/** Quotes a value as JSON, truncated, for messages. */
export function quoteStart(value: unknown, maxLength = 100): string {
  return cutEnd(JSON.stringify(value), maxLength);
}
