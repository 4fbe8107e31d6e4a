import {checkLimits} from './check-limits.js';
import {ExactParser, type PartOffsets} from './exact-parser.js';
import {isArray, isObject, type Json} from './json.js';
import {JsonLimitError, maxDepth, toDepthError} from './limits.js';
import {createLineCounter, type LineAndColumn} from './line-counter.js';

/**
 * Matches a number that a double might print differently: long, with an exponent or trailing zero, tiny, minus zero.
 */
const suspiciousNumber =
  /(?:^|[:[,])\s*-?(?:[\d.]{16}|\d[\d.]*[eE]|\d+\.\d*0(?!\d)|0\.000000)|(?:^|[:[,])\s*-0(?![.\d])/;
/**
 * Matches a whole number as a name, which JavaScript would move to the front; its digits may be escaped. Only numbers
 * below 2^32 are moved.
 */
const wholeNumberName = /"(?:\d|\\u003\d){1,10}"\s*:/;

/** Narrows what JSON.parse returned, if it is nested no deeper than `levels`. */
function isShallowJson(value: unknown, levels: number): value is Json {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  for (const member of Array.isArray(value) ? value : Object.values(value))
    if (!isShallowJson(member, levels - 1)) return false;
  return true;
}

/**
 * Parses JSON without changing a digit: a number that a double would print differently becomes a `RawNumber`. Members
 * keep their order; the last of repeated names wins.
 *
 * @throws JsonSyntaxError
 * @throws JsonLimitError
 */
export function parseJson(text: string): Json {
  checkLimits(text);
  return parseToDepth(text, maxDepth);
}

/** Like `parseJson`, but returns `undefined` for text that is not JSON, or exceeds the limits. */
export function tryParseJson(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof JsonLimitError) return undefined;
    throw error;
  }
}

/**
 * Like `parseJson`, for UTF-8. The limits are checked before it is decoded, because the text takes as much memory
 * again.
 *
 * @throws JsonSyntaxError
 * @throws JsonLimitError
 */
export function parseJsonBytes(bytes: Buffer): Json {
  checkLimits(bytes);
  return parseToDepth(bytes.toString(), maxDepth);
}

/** How many levels bizctl itself puts around a field when it stores one. */
const ownLevels = 20;

/**
 * Like `parseJson`, for what bizctl wrote itself around JSON within the limits: what could be written must be readable.
 *
 * @throws JsonSyntaxError
 * @throws JsonLimitError
 */
export function parseOwnJson(text: string): Json {
  return parseToDepth(text, maxDepth + ownLevels);
}

function parseToDepth(text: string, levels: number): Json {
  // Most replies lose nothing in JSON.parse, which is 3 times faster on a first page.
  if (suspiciousNumber.test(text) || wholeNumberName.test(text)) return new ExactParser(text).parse(levels);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // Its messages and positions differ between Node and Bun.
    if (error instanceof SyntaxError) return new ExactParser(text).parse(levels);
    throw error;
  }
  if (!isShallowJson(value, levels)) throw toDepthError();
  // V8 in Node 24 and 26 may take an escaped name for an earlier one that has a backslash: "\u0059" for "\\".
  if (text.includes('\\') && hasBackslashName(value)) return new ExactParser(text).parse(levels);
  return value;
}

function hasBackslashName(value: Json): boolean {
  if (isArray(value)) return value.some(hasBackslashName);
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, member = null]) => name.includes('\\') || hasBackslashName(member));
}

export interface LocatedJson {
  readonly value: Json;
  /** The first name that appears twice in one object. */
  readonly repeated: {readonly name: string; readonly place: LineAndColumn} | undefined;
  /** Where the part at a path starts, or the nearest enclosing part that exists. */
  readonly locate: (path: readonly (string | number)[]) => LineAndColumn;
}

/**
 * Like `parseJson`, with positions.
 *
 * @throws JsonSyntaxError
 * @throws JsonLimitError
 */
export function parseLocatedJson(text: string): LocatedJson {
  checkLimits(text);
  const parts: PartOffsets = new Map();
  const parser = new ExactParser(text, parts);
  const value = parser.parse(maxDepth);
  const toPosition = createLineCounter(text);
  const {repeated} = parser;
  return {
    value,
    repeated: repeated && {name: repeated.name, place: toPosition(repeated.offset)},
    locate: path => {
      let at = text.search(/\S/);
      for (const step of path) {
        const next = parts.get(at)?.get(step);
        if (next === undefined) break;
        at = next;
      }
      return toPosition(at);
    },
  };
}
