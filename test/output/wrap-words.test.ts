import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {loadWidths, widthOf} from '../../src/output/width-of.js';
import {wrapMessage} from '../../src/output/wrap-words.js';
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
