import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {findDifferences, isOmission, isSupersetOf} from '../../src/api/differences.js';
import {merge} from '../../src/api/merge.js';
import {type Json} from '../../src/json/json.js';
import {parseJson} from '../../src/json/parse-json.js';
import {sameJson} from '../../src/json/same-json.js';
import {anyJsonText} from '../harness/json-text.js';

const json = anyJsonText.map(text => parseJson(text));

test.each(['__proto__', 'constructor'])('a member named %s is not confused with an inherited one (row 58)', name => {
  const named = parseJson(`{"${name}":{}}`);
  expect(findDifferences({}, named, {isExact: true})).toMatchObject([{label: name, before: undefined, after: {}}]);
  expect(findDifferences(named, {}, {isExact: true})).toMatchObject([{label: name, before: {}, after: undefined}]);
});

test('an exact comparison finds a difference exactly where two values are not the same', () => {
  fc.assert(
    fc.property(json, json, (a, b) => {
      expect(findDifferences(a, a, {isExact: true})).toEqual([]);
      expect(findDifferences(a, b, {isExact: true}).length === 0).toBe(sameJson(a, b));
    }),
    {numRuns: 1000},
  );
});

const typeWith = (...fields: readonly string[]) => ({type: {discriminator: 'REF', ref: {fields}}});

test.each([
  [
    'what the API adds, leaves out or spells otherwise',
    {id: 'x', size: 1.5},
    {size: parseJson('1.50'), hint: null},
    [],
  ],
  ['keyed elements in another order', {validators: [{id: 'a'}, {id: 'b'}]}, {validators: [{id: 'b'}, {id: 'a'}]}, []],
  [
    'validators of two kinds in another order',
    {validators: [{size: {size: 1, size_type: 'MIN'}}, {size: {size: 9, size_type: 'MAX'}}]},
    {validators: [{size: {size: 9, size_type: 'MAX'}}, {size: {size: 1, size_type: 'MIN'}}]},
    [],
  ],
  [
    'a validator of another kind',
    {validators: [{size: {size: 1, size_type: 'MIN'}}]},
    {validators: [{size: {size: 1, size_type: 'MAX'}}]},
    [
      {path: 'validators[0]', before: undefined, after: {size: {size: 1, size_type: 'MAX'}}},
      {path: 'validators[0]', before: {size: {size: 1, size_type: 'MIN'}}, after: undefined},
    ],
  ],
  [
    'elements of a value in another order (row 150)',
    {default_value: [{title: 'a'}, {title: 'b'}]},
    {default_value: [{title: 'b'}, {title: 'a'}]},
    [
      {path: 'default_value[0].title', before: 'a', after: 'b'},
      {path: 'default_value[1].title', before: 'b', after: 'a'},
    ],
  ],
  [
    'null and [] within a free-form value, which may mean something',
    {default_value: {a: null, b: [], c: null}},
    {default_value: {a: [], b: null, c: null, d: null, e: []}},
    [
      {path: 'default_value.a', before: null, after: []},
      {path: 'default_value.b', before: [], after: null},
    ],
  ],
  [
    'null and [] elsewhere',
    {default_value: null, validators: [], options: {groups: null}},
    {default_value: [], validators: null, options: {groups: []}},
    [],
  ],
  [
    'an empty header of a group without one',
    {options: {groups: [{header: '', options: [{title: 'a'}]}]}},
    {options: {groups: [{options: []}]}},
    [{path: 'options.groups[0].options[0]', before: {title: 'a'}, after: undefined}],
  ],
  [
    'kinds of a type in lower case',
    {type: {discriminator: 'simple', primitive_type: 'decimal'}},
    {type: {discriminator: 'SIMPLE', primitive_type: 'DECIMAL'}},
    [],
  ],
  [
    'values of enumerations in lower case',
    {
      validators: [{size: {size: 1, size_type: 'max'}}, {size: {size: 0, size_type: 'min'}}],
      display_options: {
        type: 'boolean',
        boolean_display_options: {display_type: 'toggle'},
        duration: {duration_units: ['days', 'hours']},
      },
      options: {display_type: 'radio'},
    },
    {
      validators: [{size: {size: 0, size_type: 'MIN'}}, {size: {size: 1, size_type: 'MAX'}}],
      display_options: {
        type: 'BOOLEAN',
        boolean_display_options: {display_type: 'TOGGLE'},
        duration: {duration_units: ['HOURS', 'DAYS']},
      },
      options: {display_type: 'RADIO'},
    },
    [],
  ],
  [
    'other texts in lower case',
    {label: 'a', type: {primitive_type: 'phone', ref: {reference_type: {name: 'x'}}}},
    {label: 'A', type: {primitive_type: 'DECIMAL', ref: {reference_type: {name: 'X'}}}},
    [
      {path: 'label', before: 'a', after: 'A'},
      {path: 'type.primitive_type', before: 'phone', after: 'DECIMAL'},
      {path: 'type.ref.reference_type.name', before: 'x', after: 'X'},
    ],
  ],
  ['properties of a reference in another order', typeWith('a', 'b'), typeWith('b', 'a'), []],
  ['a property of a reference that is named twice', typeWith('a', 'a', 'b'), typeWith('a', 'b', 'b'), []],
  [
    'another property of a reference',
    typeWith('a', 'b'),
    typeWith('b', 'c'),
    [
      {path: 'type.ref.fields[1]', before: undefined, after: 'c'},
      {path: 'type.ref.fields[0]', before: 'a', after: undefined},
    ],
  ],
  ['a member that is absent', {}, {label: 'x'}, [{path: 'label', before: undefined, after: 'x'}]],
  ['an empty element that is absent', [1], [1, null], [{path: '[1]', before: undefined, after: null}]],
  ['one of two equal elements too many', ['a', 'a'], ['a'], [{path: '[1]', before: 'a', after: undefined}]],
  [
    'an element that only one desired element can stand for',
    {options: {groups: [{header: 'a'}, {header: 'b'}]}},
    {options: {groups: [{header: 'b', title: 'x'}]}},
    [
      {path: 'options.groups[0].title', before: undefined, after: 'x'},
      {path: 'options.groups[0]', before: {header: 'a'}, after: undefined},
    ],
  ],
])('%s', (_what, current, desired, differences) => {
  const found = findDifferences(current, desired);
  expect(found.map(({label: _label, ...difference}) => difference)).toEqual(differences);
  expect(isSupersetOf(current, desired, [])).toBe(differences.length === 0);
});

test.each([
  [{display_options: {hidden: '1'}}, {display_options: {hidden: true}}, true],
  [{display_options: {hidden: 0}}, {display_options: {hidden: false}}, true],
  [{display_options: {hidden: '0'}}, {display_options: {hidden: false}}, true],
  [{display_options: {hidden: 'no'}}, {display_options: {hidden: false}}, false],
  [{display_options: {hidden: '0'}}, {display_options: {hidden: true}}, false],
  [{display_options: {hidden: 'yes'}}, {display_options: {hidden: true}}, false],
  [{display_options: {is_hidden: '1'}}, {display_options: {is_hidden: true}}, false],
  [{display_options: {hidden_by: '1'}}, {display_options: {hidden_by: true}}, false],
  [{default_value: {hidden: '1'}}, {default_value: {hidden: true}}, false],
  [{validators: [{size: {size: '2', size_type: 'MIN'}}]}, {validators: [{size: {size: 2, size_type: 'MIN'}}]}, true],
  [{validators: [{size: {size: '3', size_type: 'MIN'}}]}, {validators: [{size: {size: 2, size_type: 'MIN'}}]}, false],
])('flags and sizes may be texts: %j and %j are the same: %s', (current, desired, isSame) => {
  expect(isSupersetOf(current, desired, [])).toBe(isSame);
});

const cell = fc.record({a: fc.constantFrom<Json>(1, 2), x: fc.constantFrom<Json>(8, 9)}, {requiredKeys: []});
const rows = fc.array(fc.oneof(cell, fc.constantFrom<Json>(1, 'y')), {maxLength: 4});

test('a comparison of free values shows just what an update would change in them', () => {
  fc.assert(
    fc.property(rows, rows, (currentList, desiredList) => {
      const path = ['default_value'];
      const [current, desired] = [{list: currentList}, {list: desiredList}];
      const sent = merge(desired, current, path);
      expect(findDifferences(current, desired, {path})).toEqual(
        findDifferences(current, sent, {path, isComplete: true}),
      );
    }),
  );
});

test('what moves in a list of values keeps its members, and is shown with them', () => {
  const options = {path: ['display_options', 'card_properties'] as const};
  const current = [
    {p: 'a', w: 1},
    {p: 'b', w: 2},
  ];
  expect(findDifferences(current, [{p: 'b'}, {p: 'a'}], options).map(({path, after}) => [path, after])).toEqual([
    ['display_options.card_properties[0].p', 'b'],
    ['display_options.card_properties[0].w', 2],
    ['display_options.card_properties[1].p', 'a'],
    ['display_options.card_properties[1].w', 1],
  ]);
  const free = {path: ['default_value', 'list'] as const};
  expect(findDifferences([{a: 1, x: 9}, {a: 1}], [{a: 1}, {a: 2}], free).map(({path}) => path)).toEqual([
    'default_value.list[0].x',
    'default_value.list[1].a',
  ]);
  expect(merge([{a: 1}, {a: 2}], [{a: 1, x: 9}, {a: 1}], free.path)).toEqual([{a: 1}, {a: 2}]);
});

test.each<[string, Json, Json, Json]>([
  ['exchanged rows', [{a: 1, x: 9}, {a: 1}], [{a: 1}, {a: 1, x: 9}], [{a: 1}, {a: 1, x: 9}]],
  ['a row in front', [{a: 1, x: 9}, {b: 2}], [{a: 1}, {a: 1, x: 9}, {b: 2}], [{a: 1}, {a: 1, x: 9}, {b: 2}]],
  ['the first row deleted', [{a: 1, x: 9}, {a: 1}], [{a: 1}], [{a: 1}]],
])('an update of a value with %s keeps what is declared apart', (_what, current, desired, sent) => {
  expect(merge(desired, current, ['default_value', 'list'])).toEqual(sent);
});

test('a title that is a number is quoted, apart from an index', () => {
  const options = {path: ['options', 'groups', 0, 'options']};
  const labels = findDifferences(
    [{title: '1'}, {title: 'x'}, {}],
    [{title: '1', a: 1}, {title: 'x', a: 1}, {a: 1}],
    options,
  );
  expect(labels.map(({label}) => label)).toEqual(
    ['["1"].a', '[x].a', '[2].a'].map(each => `options.groups[0].options${each}`),
  );
});

test('the id of a default is the same as a number and as a text', () => {
  const compare = (current: Json, desired: Json) =>
    findDifferences(current, desired, {path: ['options', 'default_option_id']});
  expect([compare(7, '7'), compare('7', 7)]).toEqual([[], []]);
  for (const [current, desired] of [
    [7, '8'],
    [null, 'null'],
    ['a', 'A'],
  ])
    expect(compare(current ?? null, desired ?? null)).toHaveLength(1);
});

test.each<[Json | undefined, Json | undefined, boolean]>([
  [undefined, false, true],
  [null, 0, true],
  [undefined, 'x', false],
  ['x', false, false],
  [true, false, false],
  ['', null, true],
  ['x', null, false],
  ['', 'x', false],
])('%j in place of %j counts as an omission: %j', (before, after, isOmitted) => {
  expect(isOmission({path: 'label', label: 'label', before, after})).toBe(isOmitted);
});
