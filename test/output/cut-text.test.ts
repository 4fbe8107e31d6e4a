import {expect, test} from 'vitest';
import {cutStart} from '../../src/output/cut-text.js';
import {type EditedLine, editLine} from '../../src/output/ink/edit-line.js';
import {typeInto} from '../../src/output/ink/type-into.js';
import {loadWidths} from '../../src/output/width-of.js';

test('Backspace removes what a person counts as one character', () => {
  expect(['ab', 'a👨‍👩‍👧', 'e\u0301', ''].map(text => typeInto(text, 'backspace'))).toEqual(['a', 'a', '', '']);
});

test.each([
  ['left, and typing', 'fridy', ['left', 'a'], 'frida|y'],
  ['left over a character of several code points', 'a👨‍👩‍👧', ['left'], 'a|👨‍👩‍👧'],
  ['right over one', 'a👨‍👩‍👧b', ['home', 'right', 'right', 'x'], 'a👨‍👩‍👧x|b'],
  ['beyond both ends', 'ab', ['right', 'ctrl-a', 'left', 'x', 'ctrl-e', 'y'], 'xaby|'],
  ['Backspace in the middle', 'abc', ['left', 'backspace'], 'a|c'],
  [
    'Ctrl-W, Ctrl-K and Ctrl-U',
    'one two three',
    ['ctrl-w', 'left', 'ctrl-k', 'x', 'home', 'end', 'ctrl-w', 'y'],
    'one y|',
  ],
  ['the rest of a line after Ctrl-U', 'one two', ['left', 'ctrl-u'], '|o'],
])('a line is edited: %s', (_what, text, keys, expected) => {
  const {before, after} = keys.reduce<EditedLine>(editLine, {before: text, after: ''});
  expect(`${before}|${after}`).toBe(expected);
});

test('the start of a text is cut between characters', async () => {
  await loadWidths();
  expect(cutStart('abcdef', 3)).toBe('def');
  expect(cutStart('日本語', 5)).toBe('本語');
  expect(cutStart('👨‍👩‍👧ab', 3)).toBe('ab');
  expect(cutStart('ab', 3)).toBe('ab');
});
