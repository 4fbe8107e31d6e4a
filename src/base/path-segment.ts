/** False for a text that cannot be one segment of a URL's path: a URL drops it, or it has no bytes. */
export function isPathSegment(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..' && !text.includes('\0') && text.isWellFormed();
}
