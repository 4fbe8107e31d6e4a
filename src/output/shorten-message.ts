const [maxStart, maxEnd] = [24_000, 4000];

/** Cuts the middle out of a message that quotes a very long argument or value; lists of names stay whole. */
export function shortenMessage(message: string): string {
  if (message.length <= maxStart + maxEnd) return message;
  const start = message.slice(0, maxStart).replace(/[\ud800-\udbff]$/, '');
  const end = message.slice(-maxEnd).replace(/^[\udc00-\udfff]/, '');
  return `${start} […] ${end}`;
}
