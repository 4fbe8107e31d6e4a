/** False for text that cannot be one segment of a URL path: a parser would drop it, or UTF-8 cannot encode it. */
export function isPathSegment(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..' && !text.includes('\0') && text.isWellFormed();
}
