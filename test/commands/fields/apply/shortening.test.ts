import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {brief, excerpts} from '../../../../src/commands/fields/plan/shortening.js';

const word = fc.constantFrom('one', 'two', 'drei', '四', '五', 'é', '\\n', '\\u00e9', '😀', '…');
const text = fc.array(fc.tuple(word, fc.constantFrom(' ', '')), {maxLength: 200}).map(parts => parts.flat().join(''));

/** True if the pieces are in the text in this order. */
function holds(whole: string, pieces: readonly string[]): boolean {
  let at = 0;
  return pieces.every(piece => {
    const found = whole.indexOf(piece, at);
    at = found + piece.length;
    return found >= 0;
  });
}

test('excerpts are parts of their texts, and differ as these do', () => {
  fc.assert(
    fc.property(text, text, text, fc.boolean(), (start, middle, end, isRepeated) => {
      const before = `"${start}${middle}${end}"`;
      const after = `"${start}${isRepeated ? `${middle}${middle}` : end}${end}"`;
      const [from, to] = excerpts.pair(before, after);
      expect(from === to).toBe(before === after);
      expect(holds(before, from.split('…')) && holds(after, to.split('…'))).toBe(true);
      expect(from.length).toBeLessThanOrEqual(before.length + 1);
    }),
  );
});

test('shows each word and escape that differs between two long texts as a whole', () => {
  const shared = 'lorem ipsum '.repeat(20);
  const toText = (...words: readonly string[]) => `"${shared}${words.join(shared)}"`;
  const before = toText('old ', 'budget\\u00e9 naïve 12 ', 'z');
  const after = toText('new ', 'gadget\\u00e8 native 13 ', 'y');
  expect(excerpts.pair(before, after)).toEqual([
    '…m ipsum lorem ipsum old lorem ipsum lorem i…m ipsum lorem ipsum budget\\u00e9 naïve 12 lorem ipsum lorem i…m ipsum lorem ipsum z"',
    '…m ipsum lorem ipsum new lorem ipsum lorem i…m ipsum lorem ipsum gadget\\u00e8 native 13 lorem ipsum lorem i…m ipsum lorem ipsum y"',
  ]);
  expect(excerpts.pair(shared, `${shared}more`)).toEqual(['…m ipsum lorem ipsum ', '…m ipsum lorem ipsum more']);
});

test('cuts between characters', () => {
  fc.assert(
    fc.property(text, middle => {
      const shown = brief.value(`"${middle}"`);
      expect(shown.length).toBeLessThanOrEqual(121);
      expect(shown.isWellFormed()).toBe(true);
      expect(shown).not.toMatch(/(?<!\\)\\(?:u[\da-f]{0,3})?…$/);
    }),
  );
});

test('two texts of a million characters are compared soon, whatever they share', () => {
  const words = Array.from({length: 150_000}, (_none, index) => `word${index % 7}`);
  const [from, to] = excerpts.pair(words.join(' '), words.with(10, 'FIRST').with(140_000, 'LAST').join(' '));
  expect(Math.max(from.length, to.length)).toBeLessThan(300);
  expect(to).toMatch(/ FIRST .*….* LAST /);
  const other = Array.from({length: 150_000}, (_none, index) => `other${index % 5}`).join(' ');
  expect(excerpts.pair(words.join(' '), other)[1]).toContain('other4 other0');
});
