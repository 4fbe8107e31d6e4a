import {expect, test} from 'vitest';
import {cutStart} from '../../src/output/cut-text.js';
import {typeInto} from '../../src/output/ink/type-into.js';
import {loadWidths} from '../../src/output/width-of.js';

test('Backspace removes what a person counts as one character', () => {
  expect(['ab', 'a👨‍👩‍👧', 'e\u0301', ''].map(text => typeInto(text, 'backspace'))).toEqual(['a', 'a', '', '']);
});

test('the start of a text is cut between characters', async () => {
  await loadWidths();
  expect(cutStart('abcdef', 3)).toBe('def');
  expect(cutStart('日本語', 5)).toBe('本語');
  expect(cutStart('👨‍👩‍👧ab', 3)).toBe('ab');
  expect(cutStart('ab', 3)).toBe('ab');
});
