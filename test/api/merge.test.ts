import {expect, test} from 'vitest';
import {findCounterparts, merge} from '../../src/api/merge.js';
import type {Json} from '../../src/json/json.js';

/** A group with a header, `undefined` for none, and choices with these titles. */
function group(header: string | undefined, ...titles: readonly string[]): Json {
  return {...(header === undefined ? {} : {header}), options: titles.map(title => ({title}))};
}

test.each<[string, readonly Json[], readonly Json[], readonly (number | undefined)[]]>([
  [
    'with the same header, by the choices they share',
    [group('A', 'x'), group('A', 'y')],
    [group('A', 'y'), group('A', 'x')],
    [1, 0],
  ],
  ['that are renamed', [group('New', 'x', 'y')], [group('P', 'x'), group('Q', 'x', 'y')], [1]],
  ['that are renamed, in another order', [group('New', 'x', 'y')], [group('Q', 'x', 'y'), group('P', 'x')], [0]],
  ['with no choice in common, not at all', [group('New', 'x')], [group('P', 'y')], [undefined]],
  [
    'whose header is still there, never with one of another header',
    [group('B', 'x'), group('B', 'y')],
    [group('B', 'q'), group('C', 'x')],
    [0, undefined],
  ],
  [
    'with the same header, in order where there are fewer',
    [group('New', 'a'), group('A', 'b')],
    [group('A', 'x'), group('A', 'y'), group('B', 'z')],
    [undefined, 0],
  ],
  [
    'with the same id, although header and choices are new',
    [
      {id: 'g2', options: [{title: 'new'}]},
      {id: 'g1', header: 'New', options: [{title: 'y'}]},
    ],
    [
      {id: 'g1', header: 'P', options: [{title: 'x'}]},
      {id: 'g2', header: 'Q', options: [{title: 'y'}]},
    ],
    [1, 0],
  ],
  [
    'without a header, never with one that is declared',
    [group(undefined, 'x'), group('A', 'y'), group('A', 'z')],
    [group('A', 'x', 'y'), group('A', 'z')],
    [undefined, 0, 1],
  ],
  [
    'without a header, rather with one that has none either',
    [group(undefined, 'x'), group(undefined, 'y')],
    [group('B', 'x'), group(undefined, 'x'), group(undefined, 'y')],
    [1, 2],
  ],
  [
    'without a header, rather with one that has none either, in another order',
    [group(undefined, 'x'), group(undefined, 'y')],
    [group(undefined, 'x'), group('B', 'x'), group(undefined, 'y')],
    [0, 2],
  ],
  [
    'by the choices that few have',
    [group('New', 'all', 'x'), group('New', 'all', 'y')],
    [...Array.from({length: 20}, () => group('Old', 'all')), group('Old', 'all', 'y'), group('Old', 'all', 'x')],
    [21, 20],
  ],
  [
    'by the choices they share, even thousands of them (row 161)',
    Array.from({length: 3000}, (_, index) => group('A', `x${index}`)),
    Array.from({length: 3000}, (_, index) => group('A', `x${2999 - index}`)),
    Array.from({length: 3000}, (_, index) => 2999 - index),
  ],
])('matches groups %s', (_what, desired, current, counterparts) => {
  expect(findCounterparts(desired, current)).toEqual(counterparts);
});

const path = ['options', 'groups', 0, 'options'];

test.each<[string, Json, Json, Json]>([
  [
    'numbers continue',
    [{title: 'A'}, {title: 'B'}],
    [{title: 'A', sort_order: 10}],
    [
      {title: 'A', sort_order: 10},
      {title: 'B', sort_order: 11},
    ],
  ],
  [
    'numbers in texts keep their length',
    [{title: 'B'}, {title: 'A'}],
    [{title: 'A', sort_order: '0099'}],
    [
      {title: 'B', sort_order: '0099'},
      {title: 'A', sort_order: '0100'},
    ],
  ],
  [
    'other texts are reassigned, and none is made up',
    [{title: 'B'}, {title: 'A'}, {title: 'C'}],
    [
      {title: 'A', sort_order: 'a'},
      {title: 'B', sort_order: 'b'},
    ],
    [{title: 'B', sort_order: 'a'}, {title: 'A', sort_order: 'b'}, {title: 'C'}],
  ],
  [
    'texts with a digit that are no numbers are reassigned in their own order',
    [{title: 'B'}, {title: 'A'}, {title: 'C'}],
    [
      {title: 'A', sort_order: 'p2'},
      {title: 'B', sort_order: 'p10'},
    ],
    [{title: 'B', sort_order: 'p10'}, {title: 'A', sort_order: 'p2'}, {title: 'C'}],
  ],
  [
    'what is no object gets none',
    [{title: 'A'}, 'x'],
    [{title: 'A', sort_order: 1}],
    [{title: 'A', sort_order: 1}, 'x'],
  ],
  [
    'numbers that go down stay with choices that are in their old order',
    [{title: 'A', subtitle: 'new'}, {title: 'C'}, {title: 'D'}],
    [
      {title: 'A', sort_order: 30},
      {title: 'B', sort_order: 20},
      {title: 'C', sort_order: 10},
    ],
    [
      {title: 'A', sort_order: 30, subtitle: 'new'},
      {title: 'C', sort_order: 10},
      {title: 'D', sort_order: 31},
    ],
  ],
  [
    'those without a number stay so where nothing moves or comes',
    [{title: 'A'}, {title: 'C', subtitle: 'new'}],
    [{title: 'A'}, {title: 'B', sort_order: 20}, {title: 'C', sort_order: 10}],
    [{title: 'A'}, {title: 'C', sort_order: 10, subtitle: 'new'}],
  ],
  [
    'those without a number get one, so that a new one is shown after them',
    [{title: 'A'}, {title: 'B'}, {title: 'C'}],
    [{title: 'A', sort_order: 20}, {title: 'B'}],
    [
      {title: 'A', sort_order: 20},
      {title: 'B', sort_order: 21},
      {title: 'C', sort_order: 22},
    ],
  ],
  [
    'declared numbers are left alone',
    [{title: 'B', sort_order: 7}, {title: 'A'}],
    [
      {title: 'A', sort_order: 1},
      {title: 'B', sort_order: 2},
    ],
    [
      {title: 'B', sort_order: 7},
      {title: 'A', sort_order: 1},
    ],
  ],
])('when choices are merged, %s', (_what, desired, current, merged) => {
  expect(merge(desired, current, path)).toStrictEqual(merged);
});
