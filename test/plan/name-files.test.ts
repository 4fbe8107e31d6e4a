import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {nameFiles} from '../../src/plan/name-files.js';

test('files are named like their fields, told apart where names are alike', () => {
  expect(
    nameFiles(['account_owner', 'Account Owner', 'account-owner', '../x', '-x', 'NUL', '💥', '', 'A'.repeat(80)]),
  ).toEqual([
    'account_owner',
    'Account-Owner',
    'account-owner-2',
    'x',
    'x-2',
    'field-NUL',
    'field',
    'field-2',
    'A'.repeat(60),
  ]);
});

test('file names are plain, and differ in more than case', () =>
  fc.assert(
    fc.property(fc.array(fc.string({unit: 'grapheme'})), names => {
      const files = nameFiles(names);
      expect(files.every(file => /^\w[\w-]*$/.test(file))).toBe(true);
      expect(new Set(files.map(file => file.toLowerCase())).size).toBe(names.length);
    }),
  ));
