import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {parseJson, sameJson} from '../src/json.js';
import {keepOrder, stringifyJson} from '../src/member-order.js';

/** JSON numbers in every way they may be written. */
const numberText = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(
      fc.constant('0'),
      fc.bigInt({min: 1n, max: 10n ** 30n}).map(String),
      fc.integer({min: 1, max: 999}).map(String),
    ),
    fc.option(fc.stringMatching(/^[0-9]{1,25}$/), {nil: undefined}),
    fc.option(fc.tuple(fc.constantFrom('e', 'E'), fc.constantFrom('', '+', '-'), fc.integer({min: 0, max: 400})), {
      nil: undefined,
    }),
  )
  .map(
    ([sign, whole, fraction, exponent]) =>
      `${sign}${whole}${fraction === undefined ? '' : `.${fraction}`}${exponent ? exponent.join('') : ''}`,
  );

const {json} = fc.letrec(tie => ({
  json: fc.oneof(
    {depthSize: 'small'},
    numberText,
    fc.string({unit: 'binary'}).map(text => JSON.stringify(text)),
    fc.constantFrom('true', 'false', 'null'),
    fc.array(tie('json'), {maxLength: 4}).map(members => `[${members.join(',')}]`),
    fc
      .uniqueArray(
        fc.tuple(
          fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', '0', '10', '2', '01', '-1')),
          tie('json'),
        ),
        {maxLength: 4, selector: ([name]) => name},
      )
      .map(members => members.map(([name, value]) => `${JSON.stringify(name)}:${String(value)}`))
      .map(members => `{${members.join(',')}}`),
  ),
}));

test('any JSON comes out as it went in: every digit, every member, in order', () => {
  fc.assert(
    fc.property(json, text => {
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
