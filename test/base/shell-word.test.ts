import {expect, test} from 'vitest';
import {quoteArgument} from '../../src/base/shell-word.js';

test.each([
  ['tax_rate', 'tax_rate'],
  ['', "''"],
  ["it's", "'it'\\''s'"],
  ['$(id)', "'$(id)'"],
  ['\u200bname', "$'\\xe2\\x80\\x8bname'"],
  ["a\\b'\n", "$'a\\\\b\\'\\x0a'"],
])('%j is one word of a shell (row 166)', (text, word) => {
  expect(quoteArgument(text)).toBe(word);
});
