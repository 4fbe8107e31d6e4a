import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {createBrowseLayout} from '../../../src/app/browse/layout.js';
import {addEntries, createState} from '../../../src/app/browse/state.js';
import type {JsonObject} from '../../../src/json/json.js';
import {toLines} from '../../../src/output/value-lines.js';
import {asSent, type DetailView, type Line, type TableView} from '../../../src/output/view.js';
import {layoutSettings} from '../../harness/browse-layout.js';

const table: TableView<JsonObject> = {
  columns: () => ['id', 'name', 'label', 'type'].map(path => ({path})),
  documented: [],
  toValue: asSent,
};
const detail: DetailView<JsonObject> = {
  lines: row => Object.keys(row).map(label => ({label, value: []})),
  toValue: asSent,
  documented: [],
};
const settings = {...layoutSettings, table, detail};
const open = (requested?: readonly string[]) => createBrowseLayout({...settings, requested});

test('the selected row is on the screen, and nothing is scrolled that need not be', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(40), {minLength: 1, maxLength: 20}),
      fc.integer({min: 1, max: 20}),
      (cursors, height) => {
        const {scrollTo} = open();
        let before = 0;
        for (const cursor of cursors) {
          const top = scrollTo(cursor, height, 41);
          expect(cursor).toBeGreaterThanOrEqual(top);
          expect(cursor).toBeLessThan(top + height);
          expect(top).toBeGreaterThanOrEqual(0);
          expect(top).toBeLessThanOrEqual(41 - height);
          const isOnScreen = cursor >= before && cursor < before + height;
          expect(isOnScreen ? [before] : [cursor, cursor - height + 1]).toContain(top);
          before = top;
        }
      },
    ),
  );
});

test('a list shorter than the screen starts at its first row', () => {
  expect(open().scrollTo(2, 10, 3)).toBe(0);
});

test('the name stays in place when columns are scrolled off', () => {
  const {pick, toEntries, titles} = open();
  toEntries([{id: '1', name: 'n'}], 0);
  expect(titles()).toEqual(['id', 'name', 'label', 'type']);
  expect([0, 1, 2].map(first => pick(titles(), first))).toEqual([
    ['id', 'name', 'label', 'type'],
    ['name', 'label', 'type'],
    ['name', 'type'],
  ]);
});

test('a row is known by its id, or by its position', () => {
  const {toEntries} = open();
  expect(toEntries([{id: 'x'}, {name: 'n'}], 5).map(({key}) => key)).toEqual(['x', '#6']);
});

test('columns are as wide as the rows of all pages need', () => {
  const layout = open(['id', 'name']);
  let state = {...createState({readOnly: undefined, forms: {}}), columns: 2};
  const widthsOf = () =>
    layout
      .columnsFrom(state)
      .fit(80)
      .map(({width}) => width);
  state = addEntries(state, layout.toEntries([{id: 'a', name: 'n'}], 0));
  expect(widthsOf()).toEqual([2, 4]);
  state = addEntries(state, layout.toEntries([{id: 'abc', name: 'a long name'}], 1));
  expect(widthsOf()).toEqual([3, 11]);
  expect(layout.detail(state).length).toBe(2);
});

test('details end after 500 lines, and texts after 10,000 characters, however much the row has', () => {
  const lines = (row: JsonObject): readonly Line[] =>
    toLines({...row, all: Array.from({length: 100_000}, () => [['deep']])});
  const long = createBrowseLayout({...settings, detail: {...detail, lines}});
  const entries = long.toEntries([{id: 'a', text: `${'x'.repeat(9_999)}😀`.repeat(9)}], 0);
  const shown = long.detail(addEntries({...createState({readOnly: undefined, forms: {}}), columns: 2}, entries));
  expect(shown).toHaveLength(501);
  expect(shown[1]?.value).toEqual([{text: `${'x'.repeat(9_999)}…`, style: undefined}]);
  expect(shown.at(-1)?.value).toEqual([{text: 'only the first 500 lines; to see all, use get', style: 'dim'}]);
});

test('without a row, there are no details', () => {
  expect(open().detail(createState({readOnly: undefined, forms: {}}))).toEqual([]);
});

test('columns are as wide as a row needs after it was edited', () => {
  const layout = open(['id', 'name']);
  const last = layout.toEntries([{id: 'z', name: 'b'}], 1);
  const fit = (name: string) => {
    const state = {...createState({readOnly: undefined, forms: {}}), columns: 2};
    const entries = [...layout.toEntries([{id: 'a', name}], 0), ...last];
    return layout
      .columnsFrom(addEntries(state, entries))
      .fit(80)
      .map(({width}) => width);
  };
  expect([fit('a'), fit('a longer name')]).toEqual([
    [2, 4],
    [2, 13],
  ]);
});
