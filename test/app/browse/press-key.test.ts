import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {type BrowserEntry, searchEntries, sortEntries} from '../../../src/app/browse/entries.js';
import {bindings} from '../../../src/app/browse/keys.js';
import {pasteText, pressKey} from '../../../src/app/browse/press-key.js';
import {
  addEntries,
  arrange,
  type BrowseState,
  createState,
  type Effect,
  setEntries,
} from '../../../src/app/browse/state.js';

const toEntry = (key: string, texts: readonly string[] = [key]): BrowserEntry => ({
  key,
  row: {id: key},
  cells: texts.map(text => ({text, width: text.length, isNumber: false})),
  text: texts.join('\n').toLowerCase(),
});

const keys = ['a', 'b', 'c', 'd'];

function openState(): BrowseState {
  const state = createState({readOnly: undefined, forms: {label: 'text'}});
  return {
    ...addEntries(
      state,
      keys.map(key => toEntry(key)),
    ),
    reading: {state: 'done'},
    columns: 1,
  };
}

interface Played {
  readonly state: BrowseState;
  readonly effects: readonly Effect[];
}

/** Presses keys one after the other, as they come from a terminal. */
function play(
  pressed: readonly string[],
  isAlone: boolean,
  first = openState(),
  {maxTop}: {readonly maxTop: number | undefined} = {maxTop: 4},
): Played {
  const effects: Effect[] = [];
  let state = first;
  for (const key of pressed) {
    const step = pressKey(state, key, {
      page: 3,
      maxTop,
      isAlone,
      hasRoom: false,
      noun: 'rows',
      describe: ({id}) => JSON.stringify(id),
    });
    ({state} = step);
    if (step.effect) effects.push(step.effect);
  }
  return {state, effects};
}

const anyKey = fc.constantFrom(
  ...bindings.flatMap(binding => binding.keys),
  'y',
  'n',
  'x',
  '4',
  'tab',
  'backspace',
  'enter',
);

test('keys that arrive together, as in a paste, never write, edit or leave', () => {
  fc.assert(
    fc.property(fc.array(anyKey, {maxLength: 60}), pressed => {
      const kinds = play(pressed, false).effects.map(({kind}) => kind);
      expect(kinds.filter(kind => ['delete', 'edit', 'sendChange', 'quit'].includes(kind))).toEqual([]);
    }),
  );
});

test('a key that is ignored because it arrived with others is asked for again', () => {
  expect(play(['j', 'd'], false).state.message).toEqual({
    text: 'Keys that arrive together cannot edit, delete or quit. Press the key again.',
    style: 'warn',
  });
});

test('keys that arrive together, as when one is held down, move and mark', () => {
  const {cursor, marked} = play([' ', 'j', ' '], false).state;
  expect({cursor, marked: [...marked]}).toEqual({cursor: 3, marked: ['a', 'c']});
});

test('pasted text never acts as keys', () => {
  fc.assert(
    fc.property(fc.string(), text => {
      const state = openState();
      expect({...pasteText(state, text), message: undefined}).toEqual(state);
      expect(pasteText({...state, mode: {kind: 'search'}}, text).search).toBe(text.replace(/\s+/g, ' '));
    }),
  );
});

/** Single keys, and the starts of a deletion, so that questions are really asked and answered. */
const deletingKeys = fc.oneof(
  anyKey.map(key => [key]),
  fc.constantFrom(['d'], ['y', 'enter'], [' ', ' ', 'd'], ['2', 'enter']),
);

test('nothing is deleted but what a question has named, and only after its answer', () => {
  fc.assert(
    fc.property(fc.array(deletingKeys, {maxLength: 40}), groups => {
      let {state} = play([], true);
      for (const key of groups.flat()) {
        const asked = state.mode;
        const {state: next, effects} = play([key], true, state);
        for (const effect of effects) {
          if (effect.kind !== 'delete') continue;
          expect(asked.kind).toBe('confirm');
          if (asked.kind !== 'confirm') return;
          expect(key).toBe('enter');
          expect(asked.effect).toBe(effect);
          expect(
            asked.expected === undefined ? asked.isYes : asked.typed.trim() === String(effect.entries.length),
          ).toBe(true);
        }
        state = next;
      }
    }),
    {numRuns: 300},
  );
});

test('a pasted value keeps its spaces and line breaks, but for the last', () => {
  const {state} = play(['c', 'enter'], true);
  expect(pasteText(state, 'a  b\u3000c\u00a0d\r\ne\rf\n\r').mode).toMatchObject({
    kind: 'ask',
    text: 'a  b\u3000c\u00a0d\ne\nf',
  });
});

test('nothing is confirmed on a screen that is too small for the question', () => {
  const {state} = play([' ', ' ', 'd'], true);
  const answered = (maxTop: number | undefined) => play(['2', 'enter'], true, state, {maxTop}).effects.length;
  expect([answered(undefined), answered(0)]).toEqual([0, 1]);
  expect(play(['escape'], true, state, {maxTop: undefined}).state.mode).toEqual({kind: 'list'});
});

test('a long name is listed above the question', () => {
  const long = 'x'.repeat(200);
  const {state} = play(['d'], true, {...openState(), entries: [toEntry(long)], visible: [toEntry(long)]});
  expect(state.mode).toMatchObject({
    question: 'Delete this and the values stored in it?',
    lines: [JSON.stringify(long)],
    expected: undefined,
  });
});

test('the details of a row that is gone are closed, and not those of the next one', () => {
  const detail: BrowseState = {...openState(), mode: {kind: 'detail', top: 0}};
  const [, ...others] = detail.entries;
  expect(setEntries(detail, detail.entries).mode).toEqual(detail.mode);
  expect(setEntries(detail, others)).toMatchObject({
    mode: {kind: 'list'},
    message: {text: 'The row is no longer in the list.'},
  });
});

test('marks stay with the rows that are still there and have an id, when all are read again', () => {
  const rows = ['a', 'b', '#3'].map(key => toEntry(key));
  const state: BrowseState = {...openState(), entries: rows, marked: new Set(['a', 'b', '#3'])};
  const again = setEntries(
    state,
    ['b', 'c', '#3'].map(key => toEntry(key)),
  );
  expect([...again.marked]).toEqual(['b']);
});

test('without columns, no order is set', () => {
  expect(play(['S', 's'], true, {...openState(), columns: 0}).state.order).toBeUndefined();
});

test('the selected row stays selected whatever is searched or sorted, while it is visible', () => {
  fc.assert(
    fc.property(fc.nat(3), fc.constantFrom('s', 'S', '/'), (down, key) => {
      const {state} = play(
        Array.from({length: down}, () => 'j'),
        true,
      );
      const selected = state.visible[state.cursor]?.key;
      const {state: after} = play([key, ...(key === '/' ? [selected ?? ''] : [])], true, state);
      expect(after.visible[after.cursor]?.key).toBe(selected);
    }),
  );
});

const entries = fc
  .array(fc.array(fc.string({maxLength: 3}), {minLength: 2, maxLength: 2}), {maxLength: 30})
  .map(rows => rows.map((texts, index) => toEntry(String(index), texts)));
const orders = fc.option(fc.record({column: fc.nat(1), isDescending: fc.boolean()}), {nil: undefined});

test('pages that are merged one by one are in the order of all rows sorted at once', () => {
  fc.assert(
    fc.property(entries, fc.nat(30), orders, (all, size, order) => {
      const [first, second] = [all.slice(0, size), all.slice(size)];
      const textsOf = (list: readonly BrowserEntry[]) => list.map(({cells}) => cells[order?.column ?? 0]?.text);
      const merged = sortEntries([...sortEntries(first, order), ...second], order);
      expect(textsOf(merged)).toEqual(textsOf(sortEntries(all, order)));
      expect(new Set(merged)).toEqual(new Set(all));
    }),
  );
});

test('a search finds each word, whatever the case', () => {
  const found = searchEntries(
    [toEntry('1', ['Net Budget']), toEntry('2', ['budget']), toEntry('3', ['net'])],
    ' NET budg ',
  );
  expect(found.map(({key}) => key)).toEqual(['1']);
});

test('reloading continues a list that failed after some rows, and else starts anew', () => {
  const states: readonly (readonly [string, BrowseState, boolean])[] = [
    ['complete', openState(), false],
    ['failed after a row', {...openState(), entries: [toEntry('a')], reading: {state: 'failed'}}, true],
    ['failed before any row', {...openState(), entries: [], reading: {state: 'failed'}}, false],
  ];
  const outcomes = states.map(([name, state]) => {
    const {state: after, effects} = play(['r'], true, state);
    return [name, after.reading, effects];
  });
  expect(outcomes).toEqual(
    states.map(([name, _state, isContinued]) => [name, {state: 'reading'}, [{kind: 'read', isContinued}]]),
  );
});

test('help opens at its first line, and closes to what it covers', () => {
  expect(play(['?'], true).state.mode).toEqual({kind: 'help', top: 0, back: {kind: 'list'}});
  const detail = {kind: 'detail', top: 0} as const;
  expect(play(['?'], true, {...openState(), mode: detail}).state.mode).toEqual({kind: 'help', top: 0, back: detail});
  expect(play(['?', 'pageDown', 'escape'], true, {...openState(), mode: detail}).state.mode).toEqual(detail);
});

test('a question starts at No; Tab and the arrows change the choice, Enter takes it', () => {
  const outcomes = ['', 'tab', 'left', 'right', 'tab tab', 'y', 'y tab', 'y y', 'x', 'n', 'escape'].map(pressed => [
    pressed,
    play(['d', ...pressed.split(' ').filter(key => key !== ''), 'enter'], true).effects.map(({kind}) => kind),
  ]);
  expect(Object.fromEntries(outcomes)).toEqual({
    '': [],
    tab: ['delete'],
    left: ['delete'],
    right: ['delete'],
    'tab tab': [],
    y: ['delete'],
    'y tab': [],
    'y y': ['delete'],
    x: [],
    n: [],
    escape: [],
  });
});

test('a question is scrolled to its end, however few lines it has before they are wrapped', () => {
  const mode = {kind: 'confirm', question: '?', lines: ['long'], top: 0, isYes: false, typed: '', busy: ''} as const;
  const first: BrowseState = {...openState(), mode: {...mode, effect: {kind: 'sendChange'}}};
  const {state} = play(['down', 'pageDown', 'down', 'down'], true, first);
  expect(state.mode).toMatchObject({kind: 'confirm', top: 4});
});

test.each([
  ['ab', ['ab', 'abc']],
  ['  ', ['a', 'ab', 'abc', 'b']],
])('a search for "%s" shows the matching rows of a later page, in order', (search, shown) => {
  const state = arrange(createState({readOnly: undefined, forms: {}}), {
    search,
    order: {column: 0, isDescending: false},
  });
  const pages = [
    ['b', 'abc'],
    ['ab', 'a'],
  ].map(page => page.map(key => toEntry(key)));
  const filled = pages.reduce(addEntries, state);
  expect(filled.visible.map(({key}) => key)).toEqual(shown);
  expect(filled.entries.map(({key}) => key)).toEqual(['b', 'abc', 'ab', 'a']);
});

test('the selection stays in its place where the selected row is not found any more', () => {
  const selected = play(['j', 'j'], true).state;
  expect(selected.cursor).toBe(2);
  const found = arrange(selected, {search: 'a'});
  expect({cursor: found.cursor, visible: found.visible.map(({key}) => key)}).toEqual({cursor: 0, visible: ['a']});
  const without = setEntries(
    selected,
    ['a', 'b', 'd'].map(key => toEntry(key)),
  );
  expect({cursor: without.cursor, visible: without.visible.map(({key}) => key)}).toEqual({
    cursor: 2,
    visible: ['a', 'b', 'd'],
  });
});

test('rows that arrive while a value is asked for stay when it is entered', () => {
  let {state} = play(['c'], true);
  state = addEntries(state, [toEntry('e')]);
  ({state} = play(['enter'], true, state));
  state = addEntries({...state, reading: {state: 'done'}}, [toEntry('f')]);
  const {state: after, effects} = play(['x', 'enter'], true, state);
  expect({keys: after.entries.map(({key}) => key), effects: effects.map(({kind}) => kind)}).toEqual({
    keys: ['a', 'b', 'c', 'd', 'e', 'f'],
    effects: ['prepareChange'],
  });
});
