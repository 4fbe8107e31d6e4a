import {backslash, closeBrace, closeBracket, colon, comma, openBrace, openBracket, quote} from './characters.js';
import {JsonLimitError, maxDepth, toDepthError} from './limits.js';

/** Thrown for a single value that is too large, rather than for too many of them. */
export class LargeValueError extends JsonLimitError {}

/** Shorter texts are not checked, because parsing them cannot take much memory. */
const minCheckedLength = 1_000_000;
/** A text takes up to six times its length while it is parsed, apart from its values. */
const maxMiB = 32;
const maxLength = maxMiB * 1024 * 1024;
const maxValues = 1_000_000;
const maxMembers = 100_000;
const maxTokenBytes = 8_000_000;

/** A text is encoded in pieces, which takes less memory than all at once. */
const pieceLength = 1_000_000;

/** 1 for the bytes that begin, separate or end values. */
const isStructural = new Uint8Array(256);
for (const byte of [openBrace, closeBrace, openBracket, closeBracket, comma, colon, quote]) isStructural[byte] = 1;

/** Enforces the limits on JSON that arrives in pieces. What is invalid within the limits is left to the parser. */
class LimitChecker {
  /** Members so far of the object open at each depth. */
  readonly #members = new Int32Array(maxDepth + 2);
  #depth = 0;
  #values = 0;
  #tokenBytes = 0;
  #isInString = false;
  #isEscaped = false;

  /** @throws JsonLimitError */
  add(bytes: Uint8Array): void {
    let start = -this.#tokenBytes;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === backslash) this.#isEscaped = true;
        else if (byte === quote) this.#isInString = false;
      } else if (isStructural[byte] === 1) {
        this.#checkLength(at - start);
        start = at;
        this.#count(byte);
      }
    }
    this.#tokenBytes = bytes.length - start;
    this.#checkLength(this.#tokenBytes);
  }

  #checkLength(bytes: number): void {
    if (bytes > maxTokenBytes) throw new LargeValueError('has a value that is too long', maxTokenBytes, 'bytes');
  }

  #count(byte: number): void {
    if (byte === quote) this.#isInString = true;
    else if (byte === openBrace || byte === openBracket) {
      this.#depth += 1;
      if (this.#depth > maxDepth) throw toDepthError();
      this.#members[this.#depth] = 0;
      this.#values += 1;
    } else if (byte === comma) this.#values += 1;
    else if (byte === colon) this.#members[this.#depth] = (this.#members[this.#depth] ?? 0) + 1;
    else this.#depth = Math.max(0, this.#depth - 1);
    if (this.#values > maxValues) throw new JsonLimitError('has too many values', maxValues);
    if ((this.#members[this.#depth] ?? 0) > maxMembers)
      throw new LargeValueError('has an object that is too large', maxMembers, 'members');
  }
}

/**
 * Refuses JSON that would take much more memory or time to parse than to read: parsed values are many times larger than
 * their text, and objects become slower with each member.
 *
 * @param source UTF-8 if it is bytes
 * @throws JsonLimitError
 */
export function checkLimits(source: string | Uint8Array): void {
  if (source.length < minCheckedLength) return;
  if (source.length > maxLength) throw new JsonLimitError('is too long', maxMiB, 'MiB');
  const checker = new LimitChecker();
  if (typeof source !== 'string') checker.add(source);
  else
    for (let at = 0; at < source.length; at += pieceLength)
      checker.add(Buffer.from(source.slice(at, at + pieceLength)));
}
