import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {parseJson, sameJson} from '../../src/json/json.js';
import {keepOrder, stringifyJson} from '../../src/json/member-order.js';
import {numberText, plainJsonText} from '../harness/json-text.js';

test('any JSON comes out as it went in: every digit, every member, in order', () => {
  fc.assert(
    fc.property(plainJsonText, text => {
      expect(stringifyJson(parseJson(text))).toBe(text);
      expect(JSON.stringify(JSON.parse(stringifyJson(parseJson(text), 2)))).toBe(JSON.stringify(JSON.parse(text)));
    }),
    {numRuns: 2000},
  );
});

test('what is indented is so as JSON.stringify has it, where the order is the same', () => {
  keepOrder({}, ['1']);
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      const json = parseJson(JSON.stringify(value));
      expect(stringifyJson(json, 2)).toBe(JSON.stringify(json, undefined, 2));
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
