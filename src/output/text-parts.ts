const partBytes = 1024 * 1024;
const [colon, hash] = [0x3a, 0x23] as const;

/**
 * Decodes a long text in parts. Each begins and ends with an ASCII character, so that nothing that has to be escaped is
 * cut in two; nor are the commands of a CI runner, as no part ends with a colon or a number sign.
 *
 * @param bytes UTF-8
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
