import {backslash, closeBrace, closeBracket, colon, comma, openBrace, openBracket, quote} from './characters.js';
import {JsonLimitError, maxDepth, tooDeep} from './json.js';

/** Shorter texts are not checked, because parsing them cannot take much memory. */
const minCheckedLength = 1_000_000;
const maxValues = 2_000_000;
const maxMembers = 100_000;
const maxTokenLength = 8_000_000;

/** Returns the offset of the closing quote, or of the end of the text, for the string whose content starts at `at`. */
function findClosingQuote(text: string, at: number): number {
  for (let position = at; position < text.length; position += 1) {
    const unit = text.charCodeAt(position);
    if (unit === quote) return position;
    if (unit === backslash) position += 1;
  }
  return text.length;
}

/**
 * Refuses JSON that would take much more memory or time to parse than to read: parsed values are many times larger than
 * their text, and objects become slower with each member.
 *
 * @throws JsonLimitError
 */
export function checkLimits(text: string): void {
  if (text.length < minCheckedLength) return;
  const members = new Int32Array(maxDepth + 2);
  let [depth, values, end] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === openBrace || unit === openBracket) {
      depth += 1;
      if (depth > maxDepth) throw tooDeep();
      members[depth] = 0;
      values += 1;
    } else if (unit === closeBrace || unit === closeBracket) depth = Math.max(0, depth - 1);
    else if (unit === comma) values += 1;
    else if (unit === colon) members[depth] = (members[depth] ?? 0) + 1;
    else if (unit === quote) at = findClosingQuote(text, at + 1);
    else if (at < text.length - 1) continue;
    if (at - end > maxTokenLength) throw new JsonLimitError('has a value that is too long', '8,000,000 characters');
    end = at;
    if (values > maxValues) throw new JsonLimitError('has too many values', '2,000,000');
    if ((members[depth] ?? 0) > maxMembers)
      throw new JsonLimitError('has an object that is too large', '100,000 members');
  }
}
