const partBytes = 1024 * 1024;
const [colon, hash] = [0x3a, 0x23] as const;

/**
 * Decodes UTF-8 in parts of about 1 MiB. Cuts only between two ASCII characters, so that nothing that has to be escaped
 * is split, and never after ":" or "#", which begin the commands of a CI runner. A text without such a place is one
 * part.
 */
export function* textParts(bytes: Buffer): Generator<string> {
  for (let start = 0; start < bytes.length; ) {
    let end = Math.min(start + partBytes, bytes.length);
    while (end < bytes.length && !isBoundary(bytes[end - 1] ?? 0, bytes[end] ?? 0)) end += 1;
    yield bytes.toString('utf8', start, end);
    start = end;
  }
}

function isBoundary(before: number, after: number): boolean {
  return before < 0x80 && after < 0x80 && before !== colon && before !== hash;
}
