import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {textParts} from '../../src/commands/api/text-parts.js';

const size = 1024 * 1024;
/** What a cut could fall into: a character of several bytes, a joined emoji, a command of a CI runner. */
const pieces = fc.constantFrom(
  'a',
  ',',
  ':',
  '#',
  '[',
  '\n',
  'é',
  '日',
  '👩‍👧',
  '\u0085',
  '1\ufe0f',
  '::set-output',
  '##[group]',
);
const around = fc.array(pieces, {minLength: 1, maxLength: 40}).map(parts => parts.join(''));

test('the parts of a long text are the text, and no cut falls into anything that is escaped', () => {
  fc.assert(
    fc.property(around, around, (before, after) => {
      const filler = 'x'.repeat(size - Buffer.byteLength(before));
      const text = `${filler}${before}${after}${filler}`;
      const parts = [...textParts(Buffer.from(text))];
      expect(parts.join('') === text).toBe(true);
      for (const [index, part] of parts.slice(1).entries()) {
        const cut = `${(parts[index] ?? '').at(-1)}${part[0]}`;
        expect(cut).toMatch(/^[\0-\x7f]{2}$/);
        expect(cut).not.toMatch(/^[:#]/);
      }
    }),
    {numRuns: 200},
  );
});

test('a long text is cut into parts of little more than 1 MiB', () => {
  const sizes = Array.from(textParts(Buffer.from('abc,'.repeat(size))), ({length}) => length);
  expect(sizes).toEqual([size, size, size, size]);
});

test('a text without a place to cut is one part', () => {
  for (const text of ['日'.repeat(size), ':'.repeat(2 * size), '', 'short'])
    expect([...textParts(Buffer.from(text))]).toEqual(text === '' ? [] : [text]);
});
