import {expect, test} from 'vitest';
import {checkLimits} from '../../src/json/check-limits.js';
import {maxDepth} from '../../src/json/limits.js';

test('the end of a list or an object reduces the depth again (row 48)', () => {
  const long = `"${' '.repeat(1_000_000)}"`;
  const nest = (levels: number) => '[[],{},'.repeat(levels - 1) + long + ']'.repeat(levels - 1);
  expect(() => checkLimits(nest(maxDepth))).not.toThrow();
  expect(() => checkLimits(nest(maxDepth + 1))).toThrow('the JSON is nested too deeply (limit: 100 levels)');
});
