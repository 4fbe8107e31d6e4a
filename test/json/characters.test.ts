import {expect, test} from 'vitest';
import {isUnprintableAt} from '../../src/json/characters.js';

test('the bytes of exactly those characters that a terminal obeys count as unprintable (row 85)', () => {
  const characters = Array.from({length: 0x30_00 - 0x20}, (_none, index) => String.fromCodePoint(index + 0x20));
  const found = characters.filter(character => isUnprintableAt(Buffer.from(character), 0));
  expect(found).toEqual(
    characters.filter(character => /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/.test(character)),
  );
});
