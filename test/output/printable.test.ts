import {expect, test} from 'vitest';
import {toPrintable, toVisibleJson, toVisibleYaml} from '../../src/output/printable.js';

test.each([
  ['a tag beyond the first 65,536 characters', '\u{e0041}', '\\u{e0041}', '\\udb40\\udc41', '\\U000e0041'],
  ['a zero-width space', '\u200b', '\\u200b', '\\u200b', '\\u200b'],
  ['an annotation control', '\ufff9', '\\ufff9', '\\ufff9', '\\ufff9'],
  ['a line break', '\n', '\\n', '\n', '\\u000a'],
  ['text', 'é漢👍', 'é漢👍', 'é漢👍', 'é漢👍'],
])('%s is escaped as its format has it', (_what, character, printable, json, yaml) => {
  const all = [toPrintable, toVisibleJson, toVisibleYaml].map(escape => escape(`a${character}b`));
  expect(all).toEqual([printable, json, yaml].map(text => `a${text}b`));
});

test.each([
  ['bidirectional controls', '\u202e', '\\u202e'],
  ['emoji joined by invisible characters', '👩🏽\u200d💻', '👩🏽\u200d💻'],
  ['emoji with variation selectors', '❤\ufe0f', '❤\ufe0f'],
  ['joiners without emoji', 'a\u200d', 'a\\u200d'],
])('a text of 200,000 characters of %s is escaped as a short one is', (_what, text, printable) => {
  const count = Math.ceil(200_000 / text.length);
  for (const before of ['', 'x', 'xy', 'xyz'])
    expect(toPrintable(before + text.repeat(count)) === before + printable.repeat(count)).toBe(true);
});
