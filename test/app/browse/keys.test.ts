import {expect, test} from 'vitest';
import type {BrowserEntry} from '../../../src/app/browse/entries.js';
import {pressKey} from '../../../src/app/browse/press-key.js';
import {addEntries, type BrowseState, createState, type Effect} from '../../../src/app/browse/state.js';
import type {JsonObject} from '../../../src/json/json.js';
import {showValue} from '../../../src/output/value.js';

const rows = ['a', 'b', 'c', 'd', 'e'];
const toEntry = (key: string): BrowserEntry => ({
  key,
  row: {id: key},
  cells: [key, key === 'a' ? '2' : '1'].map(text => ({text, width: text.length, isNumber: false})),
  text: key,
});

function open(change: Partial<BrowseState> = {}): BrowseState {
  const state = createState({readOnly: undefined, forms: {label: 'text', required: 'flag', extra: 'json'}});
  return {...addEntries(state, rows.map(toEntry)), reading: {state: 'done'}, columns: 4, ...change};
}

/** Presses keys, named and separated by blanks; `space` is the space bar. */
function press(keys: string, first: BrowseState, hasRoom = false) {
  let state = first;
  const effects: Effect[] = [];
  for (const key of keys.split(' ').filter(Boolean)) {
    const context = {
      page: 3,
      maxTop: 4,
      isAlone: true,
      hasRoom,
      noun: 'rows',
      describe: ({id}: JsonObject) => `row ${showValue(id)}`,
    };
    const step = pressKey(state, key === 'space' ? ' ' : key, context);
    ({state} = step);
    if (step.effect) effects.push(step.effect);
  }
  return {state, effects};
}

/** What a person sees of a state. */
function show({visible, cursor, marked, search, order, firstColumn, mode, hasDetail, message}: BrowseState): string {
  const top = 'top' in mode ? ` from ${mode.top}` : '';
  return [
    visible.map(({key}, index) => `${index === cursor ? '>' : ''}${key}${marked.has(key) ? '*' : ''}`).join(' '),
    ...(mode.kind === 'list' ? [] : [mode.kind + top]),
    ...(hasDetail ? ['details'] : []),
    ...(search === '' ? [] : [`search ${search}`]),
    ...(order ? [`column ${order.column}${order.isDescending ? ' descending' : ''}`] : []),
    ...(firstColumn === 0 ? [] : [`columns from ${firstColumn}`]),
    ...(message ? [message.text] : []),
  ].join(' | ');
}

test.each([
  ['', '>a b c d e'],
  ['j', 'a >b c d e'],
  ['down down up', 'a >b c d e'],
  ['up', '>a b c d e'],
  ['j j j j j j', 'a b c d >e'],
  ['pageDown', 'a b c >d e'],
  ['ctrl-d ctrl-d', 'a b c d >e'],
  ['G', 'a b c d >e'],
  ['end pageUp', 'a >b c d e'],
  ['end home', '>a b c d e'],
  ['right', '>a b c d e | columns from 1'],
  ['right right right right', '>a b c d e | columns from 2'],
  ['l h h', '>a b c d e'],
  ['space', 'a* >b c d e'],
  ['space up space', 'a >b c d e'],
  ['G space', 'a b c d >e*'],
  ['space space escape', 'a b >c d e'],
  ['s', '>a b c d e | column 0'],
  ['s S', 'e d c b >a | column 0 descending'],
  ['S', 'e d c b >a | column 0 descending'],
  ['s S S', '>a b c d e | column 0'],
  ['s s', 'b c d e >a | column 1'],
  ['s s s s s', '>a b c d e'],
  ['/ c', '>c | search | search c'],
  ['/ c enter', '>c | search c'],
  ['/ c escape', 'a b >c d e'],
  ['/ c enter escape', 'a b >c d e'],
  ['/ c backspace d', '>d | search | search d'],
  ['/ down down', 'a b >c d e | search'],
  ['/ x', ' | search | search x'],
  ['space / c enter escape', 'a* b >c d e'],
  ['enter', '>a b c d e | detail from 0 | details'],
  ['enter j j', '>a b c d e | detail from 2 | details'],
  ['enter j j up', '>a b c d e | detail from 1 | details'],
  ['enter pageDown g', '>a b c d e | detail from 0 | details'],
  ['enter up', '>a b c d e | detail from 0 | details'],
  ['enter enter', '>a b c d e'],
  ['enter escape', '>a b c d e'],
  ['enter left', '>a b c d e'],
  ['enter s', '>a b c d e | detail from 0 | details | Press Esc to return to the list first.'],
  ['enter S', '>a b c d e | detail from 0 | details | Press Esc to return to the list first.'],
  ['enter space', '>a b c d e | detail from 0 | details | Press Esc to return to the list first.'],
  ['enter / e', '>e | search | search e'],
  ['d y enter q', '>a b c d e | busy | Press Ctrl-C to stop.'],
  ['d y enter j', '>a b c d e | busy'],
  ['?', '>a b c d e | help from 0'],
  ['? pageDown up', '>a b c d e | help from 2'],
  ['? up', '>a b c d e | help from 0'],
  ['? x', '>a b c d e'],
  ['d', '>a b c d e | confirm from 0'],
  ['d n', '>a b c d e | Cancelled; nothing was changed.'],
  ['d n j', 'a >b c d e'],
  ['d escape', '>a b c d e | Cancelled; nothing was changed.'],
  ['d y enter', '>a b c d e | busy'],
  ['space space d down down down', 'a* b* >c d e | confirm from 3'],
  ['space space d 2 enter', 'a* b* >c d e | busy'],
  ['space space d 3 enter', 'a* b* >c d e | Cancelled; nothing was changed.'],
  ['space space d 3 backspace 2 enter', 'a* b* >c d e | busy'],
  ['c', '>a b c d e | choose'],
  ['c enter', '>a b c d e | ask'],
  ['c q', '>a b c d e'],
  ['c escape', '>a b c d e'],
  ['y', '>a b c d e | Sent a to the clipboard of the terminal.'],
  ['Y', '>a b c d e | Sent the JSON to the clipboard of the terminal.'],
  ['x', '>a b c d e'],
])('the keys %j show %j', (keys, shown) => {
  expect(show(press(keys, open()).state)).toBe(shown);
});

test('with room beside the list, the details do not take the keys', () => {
  expect(show(press('enter j', open(), true).state)).toBe('a >b c d e | details');
  expect(show(press('enter j enter j', open(), true).state)).toBe('a >b c d e | detail from 1 | details');
  for (const keys of ['enter j enter escape', 'enter j enter enter', 'enter j escape'])
    expect(show(press(keys, open(), true).state)).toBe('a >b c d e');
});

test.each([
  ['e', [{kind: 'edit', entries: ['a']}]],
  ['space space e', [{kind: 'edit', entries: ['a', 'b']}]],
  ['d y enter', [{kind: 'delete', entries: ['a']}]],
  ['space j space d 2 enter', [{kind: 'delete', entries: ['a', 'c']}]],
  ['y', [{kind: 'copy', text: 'a'}]],
  ['j Y', [{kind: 'copy', text: '{\n  "id": "b"\n}'}]],
  ['c enter N enter', [{kind: 'prepareChange', entries: ['a'], member: 'label', value: 'N'}]],
  ['r', [{kind: 'read', isContinued: false}]],
  ['q', [{kind: 'quit'}]],
  ['d ctrl-c', [{kind: 'interrupt'}]],
  ['? q', []],
  ['/ q', []],
] as const)('the keys %j have the effects %j', (keys, expected) => {
  const effects = press(keys, open()).effects.map(effect =>
    'entries' in effect ? {...effect, entries: effect.entries.map(({key}) => key)} : effect,
  );
  expect(effects).toEqual(expected);
});

test.each(['e', 'c', 'd', 'space', 'y'])('a list that cannot be changed: %s', key => {
  const {state, effects} = press(key, open({readOnly: 'deals cannot be changed here'}));
  expect([show(state), effects.map(({kind}) => kind)]).toEqual(
    key === 'y'
      ? ['>a b c d e | Sent a to the clipboard of the terminal.', ['copy']]
      : ['>a b c d e | deals cannot be changed here', []],
  );
});

test.each(['e', 'c', 'd', 'y', 'Y', 'enter', 'space'])('without rows, %s does nothing', key => {
  const {state, effects} = press(key, open({entries: [], visible: []}));
  expect([show(state), effects]).toEqual(['', []]);
});

test.each([
  ['d', 'Delete row a and the values stored in it?'],
  ['space space d', 'Delete these 2 rows and the values stored in them? Type 2 to confirm:'],
  ['space / c enter d', 'Delete row a (marked, but hidden by the search) and the values stored in it?'],
  [
    'space space / b enter d',
    'Delete these 2 rows (1 of them is hidden by the search) and the values stored in them? Type 2 to confirm:',
  ],
  ['c', 'Which member of this row should change?'],
  ['c enter', 'New label for this row (empty for null):'],
  ['space space c j enter', 'Set required for 2 rows (yes or no):'],
  ['space c', 'Which member of the marked row should change?'],
  ['c k j j j j enter', 'New extra for this row (JSON; empty for null):'],
])('the keys %j ask %j', (keys, question) => {
  const {mode} = press(keys, open()).state;
  expect('question' in mode ? mode.question : undefined).toBe(question);
});

test('a value that was refused is offered again for the same member and rows, until it is given up', () => {
  const textOf = ({mode}: BrowseState) => (mode.kind === 'ask' ? mode.text : undefined);
  const {state} = press('c enter N e w enter', open());
  const offered = ['c enter', 'c j enter', 'j c enter', 'c enter escape c enter'].map(keys =>
    textOf(press(keys, state).state),
  );
  expect(offered).toEqual(['New', '', '', '']);
});
