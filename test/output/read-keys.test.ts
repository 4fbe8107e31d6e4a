import {expect, test} from 'vitest';
import {readKeys} from '../../src/output/ink/read-keys.js';

type Key = Parameters<typeof readKeys>[1];

const none: Key = {
  upArrow: false,
  downArrow: false,
  leftArrow: false,
  rightArrow: false,
  pageDown: false,
  pageUp: false,
  home: false,
  end: false,
  return: false,
  escape: false,
  ctrl: false,
  shift: false,
  tab: false,
  backspace: false,
  delete: false,
  meta: false,
  super: false,
  hyper: false,
  capsLock: false,
  numLock: false,
};

test.each<[string, string, Partial<Key>, readonly string[]]>([
  ['a named key', '', {upArrow: true}, ['up']],
  ['a key with Ctrl', 'c', {ctrl: true}, ['ctrl-c']],
  ['a key with Alt, which means nothing', 'b', {meta: true}, []],
  ['characters typed fast', 'jé', {}, ['j', 'é']],
  ['a control character among them', 'j\u0003', {}, ['j', 'ctrl-c']],
])('reads %s', (_what, input, key, names) => {
  expect(readKeys(input, {...none, ...key})).toEqual(names);
});
