/** Codes of the characters in JSON syntax. */
export const [quote, backslash, comma, colon, minus, zero, dot] = [0x22, 0x5c, 0x2c, 0x3a, 0x2d, 0x30, 0x2e] as const;
export const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d] as const;

export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

export function isHexDigit(code: number): boolean {
  return isDigit(code) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);
}

/**
 * True at the first byte of a character that `toPrintableJson` escapes: DEL, C1, and characters that change text
 * direction or break lines.
 */
export function isUnprintableAt(bytes: ArrayLike<number>, at: number): boolean {
  const [first = 0, second = 0, third = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]];
  if (first === 0x7f) return true;
  if (first === 0xc2) return second < 0xa0;
  if (first === 0xd8) return second === 0x9c;
  if (first !== 0xe2) return false;
  if (second === 0x80) return third === 0x8e || third === 0x8f || (third >= 0xa8 && third <= 0xae);
  return second === 0x81 && third >= 0xa6 && third <= 0xa9;
}
