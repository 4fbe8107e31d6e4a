import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {loadWidths, widthOf} from '../../src/output/width-of.js';
import {wrapAll, wrapMessage, wrapSpans} from '../../src/output/wrap-words.js';
import {bizctl} from '../harness/run-bizctl.js';
import {createScreen} from '../harness/screen.js';
import {createTenant, field} from '../harness/tenant.js';

test.each([
  ['note: short', 'note: short'],
  ['note: several words that do not fit', 'note: several words\nthat do not fit'],
  ['hint: Run: bizctl fields list', 'hint: Run:\nbizctl fields list'],
  ['hint: Run: bizctl x', 'hint: Run: bizctl x'],
  [
    'note: to undo it, run: bizctl fields undo 20261121 --profile acme',
    'note: to undo it,\nrun:\nbizctl fields undo 20261121 --profile acme',
  ],
  ["hint: pass --replace 'my long name'.", "hint: pass --replace\n'my long name'."],
  ['Did you mean bizctl deals list or bizctl fields list?', 'Did you mean\nbizctl deals list or\nbizctl fields list?'],
  ['hint: 漢漢漢漢 漢漢漢漢', 'hint: 漢漢漢漢\n漢漢漢漢'],
])('wraps %j at words, and keeps a command whole', async (text, wrapped) => {
  await loadWidths();
  expect(wrapMessage(text, 20)).toBe(wrapped);
});

test('wrapping changes nothing but spaces, and no line of short words is too long', async () => {
  await loadWidths();
  const words = fc.array(fc.string({unit: fc.constantFrom('a', 'é', '漢', '👍'), maxLength: 8}), {maxLength: 30});
  fc.assert(
    fc.property(words, parts => {
      const text = parts.join(' ');
      const wrapped = wrapMessage(text, 20);
      expect(wrapped.replaceAll('\n', ' ').trimEnd()).toBe(text.trimEnd());
      expect(Math.max(...wrapped.split('\n').map(widthOf))).toBeLessThanOrEqual(20);
    }),
  );
});

test('messages at a terminal break between words', async () => {
  const screen = createScreen(28, 20);
  await bizctl('fields delete name:zzz --yes', {tenant: createTenant([field('a')]), screen});
  expect(screen.lines()).toEqual(['error: no custom field named', '"zzz"', 'hint: Run:', 'bizctl fields list']);
});

test.each<[string, number, readonly string[]]>([
  ['one two three', 7, ['one two', 'three']],
  ['one twothree', 7, ['one', 'twothre', 'e']],
  ['abcdefgh ij k', 5, ['abcde', 'fgh', 'ij k']],
  ['aaaa \u2764\ufe0f bb', 6, ['aaaa', '\u2764\ufe0f bb']],
  ['aaaaa\u2764\ufe0f bb', 6, ['aaaaa', '\u2764\ufe0f bb']],
  ['数量単位', 5, ['数量', '単位']],
  ['', 5, ['']],
])('%j fits %i cells', async (text, width, lines) => {
  await loadWidths();
  expect(wrapAll(text, width)).toEqual(lines);
});

test('spans are wrapped as one text, and only single spaces are lost', async () => {
  await loadWidths();
  expect(wrapSpans([{text: 'one two'}, {text: '  three'}, {text: ' fourfive'}], 7)).toEqual([
    {text: 'one two'},
    {text: '\n three'},
    {text: '\nfourfiv\ne'},
  ]);
  const words = fc.array(fc.string({unit: fc.constantFrom('a', ' ', '数'), maxLength: 12}), {maxLength: 4});
  fc.assert(
    fc.property(words, fc.integer({min: 2, max: 9}), (texts, width) => {
      const spans = wrapSpans(
        texts.map(text => ({text})),
        width,
      );
      const shown = spans.map(({text}) => text).join('');
      expect(shown.split('\n')).toEqual(wrapAll(texts.join(''), width));
      expect(spans.map(({text}) => text.replaceAll(/[ \n]/g, ''))).toEqual(texts.map(text => text.replaceAll(' ', '')));
    }),
  );
});
