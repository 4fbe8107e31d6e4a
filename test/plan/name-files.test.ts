import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {nameFiles} from '../../src/plan/name-files.js';

test('names files after fields, with a digest where a name is not plain, and numbers those that clash', () => {
  expect(
    nameFiles([
      'account_owner',
      'Account_Owner',
      'ABC',
      'ABC',
      'abc',
      'x-y',
      'x-y',
      'Account Owner',
      '../x',
      'NUL',
      '名前',
      '',
    ]),
  ).toEqual([
    'account_owner',
    'Account_Owner-2',
    'ABC',
    'ABC-2',
    'abc-3',
    'x-y',
    'x-y-2',
    expect.stringMatching(/^Account-Owner-[0-9a-f]{6}$/),
    expect.stringMatching(/^x-[0-9a-f]{6}$/),
    expect.stringMatching(/^NUL-[0-9a-f]{6}$/),
    expect.stringMatching(/^field-[0-9a-f]{6}$/),
    expect.stringMatching(/^field-[0-9a-f]{6}$/),
  ]);
});

test('the file of a field does not change when another is added', () => {
  expect(nameFiles(['住所', '名前', 'a b']).slice(1)).toEqual(nameFiles(['名前', 'a b']));
});

test('file names are plain, and differ in more than case', () =>
  fc.assert(
    fc.property(fc.array(fc.string({unit: 'grapheme'})), names => {
      const files = nameFiles(names);
      expect(files.every(file => /^\w[\w-]*$/.test(file))).toBe(true);
      expect(new Set(files.map(file => file.toLowerCase())).size).toBe(names.length);
    }),
  ));
