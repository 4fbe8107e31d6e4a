import {expect, test} from 'vitest';
import {compareNumberTexts, sameNumber} from '../../src/json/compare-numbers.js';
import {parseJson} from '../../src/json/parse-json.js';

test.each<[string, string, number]>([
  ['1', '2', -1],
  ['10', '9', 1],
  ['-10', '-9', -1],
  ['-1', '0', -1],
  ['0', '-1', 1],
  ['0', '0.0', 0],
  ['-0', '0', 0],
  ['1.0', '1', 0],
  ['0.5', '0.25', 1],
  ['1e2', '100', 0],
  ['1e400', '1e399', 1],
  ['-1e400', '1e-400', -1],
  ['9007199254740993', '9007199254740992', 1],
  ['0010', '9', 1],
  ['000.5', '0.5', 0],
  ['120', '12', 1],
])('%s is to %s as %i to 0', (one, other, order) => {
  expect(Math.sign(compareNumberTexts(one, other))).toBe(order);
  expect(Math.sign(compareNumberTexts(other, one))).toBe(order === 0 ? 0 : -order);
});

test.each<[string, string, boolean | undefined]>([
  ['1.50', '1.5', true],
  ['100', '1e2', true],
  ['-0', '0', true],
  ['9007199254740993', '9007199254740992', false],
  ['10', '1', false],
  ['"1"', '1', undefined],
  ['null', '0', undefined],
])('%s and %s: the same number is %j', (one, other, isSame) => {
  expect(sameNumber(parseJson(one), parseJson(other))).toBe(isSame);
});
