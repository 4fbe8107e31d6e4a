/** Quotes a value as JSON, cut if it is long: for messages that name what was found. */
export function quoteStart(value: unknown, most = 100): string {
  const text = JSON.stringify(value);
  return text.length > most ? `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…` : text;
}
