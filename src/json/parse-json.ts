import {ExactParser, type PartOffsets} from './exact-parser.js';
import {type Json, maxDepth, TooDeepError} from './json.js';
import {createLineCounter, type LineAndColumn} from './line-counter.js';

/** A number, where a value may begin, whose text may differ from what a double prints: long, exponent, trailing zero, tiny, minus zero. */
const suspiciousNumber =
  /(?:^|[:[,])\s*-?(?:[\d.]{16}|\d[\d.]*[eE]|\d+\.\d*0(?![\d])|0\.000000|\d{16})|(?:^|[:[,])\s*-0(?![.\d])/;
/** A whole number as a name, which JavaScript moves before all others; its digits may be written as escapes. */
const wholeNumberName = /"(?:\d|\\u003\d)+"\s*:/;

/** True for what JSON.parse returned, unless it is nested deeper than `levels`. */
function isShallowJson(value: unknown, levels: number): value is Json {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  for (const member of Array.isArray(value) ? value : Object.values(value))
    if (!isShallowJson(member, levels - 1)) return false;
  return true;
}

/**
 * Reads JSON without changing a digit: a number that a double would print differently becomes a `RawNumber`. Members keep their order; of repeated
 * names the last wins.
 *
 * @throws JsonSyntaxError
 * @throws TooDeepError
 */
export function parseJson(text: string): Json {
  // Most replies lose nothing by JSON.parse, which is 3 times faster on a first page.
  if (suspiciousNumber.test(text) || wholeNumberName.test(text)) return new ExactParser(text).parse();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // Its own words and places differ between Node and Bun.
    if (error instanceof SyntaxError) return new ExactParser(text).parse();
    throw error;
  }
  if (!isShallowJson(value, maxDepth)) throw new TooDeepError();
  return value;
}

/** JSON with what a person needs to find a part of it. */
export interface LocatedJson {
  readonly value: Json;
  /** The first name that stands twice in one object. */
  readonly repeated: {readonly name: string; readonly place: LineAndColumn} | undefined;
  /** Where the part at a path begins, or else the last part on the way there. */
  readonly locate: (path: readonly (string | number)[]) => LineAndColumn;
}

/**
 * The same as `parseJson`, with places.
 *
 * @throws JsonSyntaxError
 * @throws TooDeepError
 */
export function parseLocatedJson(text: string): LocatedJson {
  const parts: PartOffsets = new Map();
  const parser = new ExactParser(text, parts);
  const value = parser.parse();
  const toPlace = createLineCounter(text);
  const {repeated} = parser;
  return {
    value,
    repeated: repeated && {name: repeated.name, place: toPlace(repeated.offset)},
    locate: path => {
      let at = text.search(/\S/);
      for (const step of path) {
        const next = parts.get(at)?.get(step);
        if (next === undefined) break;
        at = next;
      }
      return toPlace(at);
    },
  };
}
