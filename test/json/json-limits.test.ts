import {expect, test} from 'vitest';
import {maxDepth} from '../../src/json/json.js';
import {checkLimits} from '../../src/json/json-limits.js';

test('the end of a list or an object reduces the depth again (row 48)', () => {
  const long = `"${' '.repeat(1_000_000)}"`;
  const nest = (levels: number) => '[[],{},'.repeat(levels - 1) + long + ']'.repeat(levels - 1);
  expect(() => checkLimits(nest(maxDepth))).not.toThrow();
  expect(() => checkLimits(nest(maxDepth + 1))).toThrow('the JSON is nested too deeply (limit: 100 levels)');
});
