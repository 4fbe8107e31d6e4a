import {closeBrace, closeBracket, colon, comma, openBrace, openBracket, quote} from './characters.js';
import {exactNumber, type Json, type JsonObject} from './json.js';
import {JsonSyntaxError} from './json-syntax-error.js';
import {toDepthError} from './limits.js';
import {createLineCounter} from './line-counter.js';
import {setMemberOrder} from './member-order.js';
import {Scanner} from './scanner.js';

/** Where members and elements start, by the offset of the opening bracket of their object or array. */
export type PartOffsets = Map<number, Map<string | number, number>>;

function toUnits(text: string): Uint16Array {
  // In memory of its own, because a shared Buffer may start at an odd offset.
  const bytes = Buffer.allocUnsafeSlow(text.length * 2);
  bytes.write(text, 'utf16le');
  return new Uint16Array(bytes.buffer);
}

/**
 * Parses JSON without losing anything: digits, the order of members, and `__proto__` as a member. The last of repeated
 * names wins.
 */
export class ExactParser {
  readonly #text: string;
  readonly #units: Uint16Array;
  readonly #scanner = new Scanner();
  readonly #parts: PartOffsets | undefined;
  /** The offset after what was read last. */
  #at = 0;
  /** The first name that appears twice in one object. */
  repeated: {readonly name: string; readonly offset: number} | undefined;

  /** @param parts filled while parsing */
  constructor(text: string, parts?: PartOffsets) {
    this.#text = text;
    this.#units = toUnits(text);
    this.#scanner.open(this.#units);
    this.#parts = parts;
  }

  /**
   * @param levels how deep the text may be nested
   * @throws JsonSyntaxError
   * @throws JsonLimitError
   */
  parse(levels: number): Json {
    this.#skipSpace();
    const value = this.#readValue(levels);
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#errorAt(this.#at, 'unexpected text after the value');
    return value;
  }

  #readValue(levels: number): Json {
    const at = this.#at;
    const unit = this.#units[at];
    if (unit === quote) return this.#readString();
    if (unit === openBrace || unit === openBracket) {
      if (levels === 0) throw toDepthError(this.#at);
      const offsets = this.#parts ? new Map<string | number, number>() : undefined;
      if (offsets) this.#parts?.set(at, offsets);
      return unit === openBrace ? this.#readObject(levels - 1, offsets) : this.#readArray(levels - 1, offsets);
    }
    this.#at = this.#scanner.endOfValue(at, 0);
    const {failedAt} = this.#scanner;
    if (this.#at < 0) throw this.#errorAt(failedAt, failedAt === at ? 'expected a value' : 'unexpected character');
    const token = this.#text.slice(at, this.#at);
    if (token === 'null') return null;
    if (token === 'true') return true;
    if (token === 'false') return false;
    return exactNumber(token);
  }

  #readString(): string {
    const start = this.#at + 1;
    this.#at = this.#scanner.endOfString(start);
    if (this.#at < 0) {
      const {failedAt} = this.#scanner;
      const isControl = (this.#units[failedAt] ?? 0) < 0x20;
      throw this.#errorAt(failedAt, isControl ? 'unescaped control character in a string' : 'invalid escape');
    }
    const raw = this.#text.slice(start, this.#at - 1);
    return raw.includes('\\') ? String(JSON.parse(`"${raw}"`)) : raw;
  }

  #readArray(levels: number, offsets: Map<string | number, number> | undefined): readonly Json[] {
    const elements: Json[] = [];
    while (this.#nextPart(closeBracket, elements.length === 0)) {
      offsets?.set(elements.length, this.#at);
      elements.push(this.#readValue(levels));
    }
    return elements;
  }

  #readObject(levels: number, offsets: Map<string | number, number> | undefined): JsonObject {
    const object: Record<string, Json> = {};
    const names: string[] = [];
    while (this.#nextPart(closeBrace, names.length === 0)) {
      const name = this.#readName(object);
      names.push(name);
      offsets?.set(name, this.#at);
      const value = this.#readValue(levels);
      if (name !== '__proto__') object[name] = value;
      else Object.defineProperty(object, name, {value, configurable: true, enumerable: true, writable: true});
    }
    return setMemberOrder(object, names);
  }

  /** Reads a name, its colon, and the space before the value. */
  #readName(object: JsonObject): string {
    if (this.#units[this.#at] !== quote) throw this.#errorAt(this.#at, 'expected a key in double quotes');
    const offset = this.#at;
    const name = this.#readString();
    if (Object.hasOwn(object, name)) this.repeated ??= {name, offset};
    if (this.#skipSpace() !== colon) throw this.#errorAt(this.#at, 'expected ":"');
    this.#at += 1;
    this.#skipSpace();
    return name;
  }

  /** Skips the opening bracket or a comma and returns true, or skips the closing bracket and returns false. */
  #nextPart(closing: number, isFirst: boolean): boolean {
    if (isFirst) this.#at += 1;
    const unit = this.#skipSpace();
    if (unit === closing) {
      this.#at += 1;
      return false;
    }
    if (isFirst) return true;
    if (unit !== comma) throw this.#errorAt(this.#at, `expected "," or "${String.fromCharCode(closing)}"`);
    this.#at += 1;
    this.#skipSpace();
    return true;
  }

  #skipSpace(): number | undefined {
    this.#at = this.#scanner.skipSpace(this.#at);
    return this.#units[this.#at];
  }

  #errorAt(offset: number, message: string): JsonSyntaxError {
    const isEnd = offset >= this.#text.length;
    return new JsonSyntaxError(isEnd ? 'unexpected end' : message, createLineCounter(this.#text)(offset));
  }
}
