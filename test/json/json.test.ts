import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {isArray, isObject, type Json} from '../../src/json/json.js';
import {JsonSyntaxError} from '../../src/json/json-syntax-error.js';
import {JsonLimitError} from '../../src/json/limits.js';
import {stringifyJson} from '../../src/json/member-order.js';
import {parseJson, parseLocatedJson} from '../../src/json/parse-json.js';
import {sameJson} from '../../src/json/same-json.js';
import {anyJsonText, numberText, plainJsonText} from '../harness/json-text.js';

test('any JSON comes out as it went in: every digit, every member, in order', () => {
  fc.assert(
    fc.property(plainJsonText, text => {
      expect(stringifyJson(parseJson(text))).toBe(text);
      expect(JSON.stringify(JSON.parse(stringifyJson(parseJson(text), 2)))).toBe(JSON.stringify(JSON.parse(text)));
    }),
    {numRuns: 2000},
  );
});

test('indents as JSON.stringify does where the order is the same', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      const json = parseJson(JSON.stringify(value));
      expect(stringifyJson(json, 2)).toBe(JSON.stringify(json, undefined, 2));
      expect(stringifyJson([json, parseJson('{"b":1,"1":[]}')], 2)).toBe(
        JSON.stringify([json, {b: 1, '\u0001': []}], undefined, 2).replace('\\u0001', '1'),
      );
    }),
  );
});

test('numbers keep their digits wherever they stand', () => {
  fc.assert(
    fc.property(numberText, fc.constantFrom('', ' ', '\n\t'), (number, space) => {
      for (const text of [number, `[${space}${number}${space}]`, `{"a":${space}${number}}`, `[1,${space}${number}]`]) {
        expect(JSON.stringify(parseJson(text))).toBe(text.replace(/\s/g, ''));
      }
    }),
    {numRuns: 2000},
  );
});

test('values are the same whatever the order of their members', () => {
  expect(sameJson({a: 1, b: [{c: null, d: 'x'}]}, {b: [{d: 'x', c: null}], a: 1})).toBe(true);
  expect(sameJson([1, 2], [2, 1])).toBe(false);
  expect(sameJson(parseJson('12345678901234567890'), parseJson('12345678901234567891'))).toBe(false);
  expect(sameJson(undefined, null)).toBe(false);
});

/** The value as JSON.parse reads it: numbers as doubles, members in the order of JavaScript. */
function toPlain(value: Json): unknown {
  return JSON.parse(stringifyJson(value));
}

test('the exact parser reads what JSON.parse reads, however it is spelled', () => {
  fc.assert(
    fc.property(anyJsonText, text => {
      const {value} = parseLocatedJson(text);
      expect(toPlain(value)).toEqual(JSON.parse(text));
      expect(stringifyJson(value)).toBe(stringifyJson(parseJson(text)));
    }),
    {numRuns: 2000},
  );
});

/** Where JSON.parse fails, as V8 says it; `undefined` where it does not say, `null` where it does not fail. */
function nativeFailure(text: string): number | null | undefined {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const [, offset] = /at position (\d+)/.exec(String(error)) ?? [];
    return offset === undefined ? undefined : Number(offset);
  }
}

function ownFailure(text: string): number | null {
  try {
    parseLocatedJson(text);
    return null;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const {line, column} = error.place;
    const before = text.split('\n').slice(0, line - 1);
    return before.reduce((sum, {length}) => sum + length + 1, 0) + column - 1;
  }
}

test('what JSON.parse refuses is refused, and at the same place', () => {
  let refused = 0;
  fc.assert(
    fc.property(anyJsonText, fc.nat(), fc.string({unit: 'binary-ascii', maxLength: 2}), (text, place, wrong) => {
      const at = place % (text.length + 1);
      const damaged = text.slice(0, at) + wrong + text.slice(at + 1);
      const [native, own] = [nativeFailure(damaged), ownFailure(damaged)];
      expect(own === null).toBe(native === null);
      expect(own).toBe(native === undefined ? own : native);
      if (typeof native === 'number') refused += 1;
    }),
    {numRuns: 5000},
  );
  expect(refused).toBeGreaterThan(500);
});

type Path = readonly (string | number)[];

function listPaths(value: Json, path: Path = []): readonly (readonly [Path, Json])[] {
  const parts = isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  return [
    [path, value],
    ...parts.flatMap(([step, part]) => (part === undefined ? [] : listPaths(part, [...path, step]))),
  ];
}

test('a path leads to the line and column of its part', () => {
  fc.assert(
    fc.property(plainJsonText, text => {
      const spaced = stringifyJson(parseJson(text), 2);
      const {value, locate, repeated} = parseLocatedJson(spaced);
      expect(repeated).toBeUndefined();
      for (const [path, part] of listPaths(value)) {
        const {line, column} = locate(path);
        const rest = [spaced.split('\n')[line - 1]?.slice(column - 1), ...spaced.split('\n').slice(line)].join('\n');
        expect(readFirstValue(rest)).toBe(stringifyJson(part));
        expect(locate([...path, 'no such member', 0])).toEqual({line, column});
      }
    }),
  );
});

/** The value that a text begins with, as JSON on one line. */
function readFirstValue(text: string): string | undefined {
  for (let end = 1; end <= text.length; end += 1) {
    const next = text[end];
    if (nativeFailure(text.slice(0, end)) === null && !/[\d.eE+-]/.test(next ?? ''))
      return stringifyJson(parseJson(text.slice(0, end)));
  }
  return undefined;
}

test('names the first repeated name and its place', () => {
  expect(parseLocatedJson('{"a": {"b": 1,\n  "\\u0062": 2}, "a": 3}')).toMatchObject({
    value: {a: 3},
    repeated: {name: 'b', place: {line: 2, column: 3}},
  });
});

test('100 levels are read, and no more (row 55)', () => {
  for (const number of ['1', '1.10']) {
    const nest = (levels: number) => '['.repeat(levels) + number + ']'.repeat(levels);
    expect(stringifyJson(parseJson(nest(100)))).toBe(nest(100));
    expect(() => parseJson(nest(101))).toThrow(JsonLimitError);
  }
});

test('does not confuse an escaped name with an earlier one that has a backslash, as V8 does', () => {
  parseJson('{"a":1,"\\\\":2}');
  expect(parseJson('{"a":1,"\\u0059":2}')).toEqual({a: 1, Y: 2});
  expect(parseJson('{"a":1,"\\\\":2}')).toEqual({a: 1, '\\': 2});
});

test('a file of too many values is refused before it is parsed (row 161)', () => {
  expect(() => parseLocatedJson(`[${'1,'.repeat(1_000_001)}1]`)).toThrow(/has too many values \(limit: 1,000,000\)/);
});
