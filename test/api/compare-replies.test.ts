import {expect, test} from 'vitest';
import {describeDifferences, provesUpdate, withoutRefused} from '../../src/api/compare-replies.js';
import type {JsonObject} from '../../src/json/json.js';

const choicesWith = (more: JsonObject, ...others: readonly JsonObject[]): JsonObject => ({
  options: {groups: [{header: 'H', options: [{id: 'c1', title: 'One', ...more}, ...others]}]},
});
const two = {id: 'c2', title: 'Two'};

test.each<[string, JsonObject, JsonObject, JsonObject | undefined, boolean]>([
  ['has what was sent, and that is new', {label: 'B'}, {label: 'B'}, {label: 'A'}, true],
  ['has what was sent, and was not read before', {label: 'B'}, {label: 'B'}, undefined, true],
  ['has what was sent, as before', {label: 'A', description: 'x'}, {label: 'A'}, {label: 'A', description: 'x'}, true],
  ['has more than was sent, as before', choicesWith({}, two), choicesWith({}), choicesWith({}, two), false],
  ['has not what was sent', {label: 'A'}, {label: 'B'}, {label: 'A'}, false],
  ['has one of two', {label: 'B', description: 'x'}, {label: 'B', description: 'y'}, {label: 'A'}, false],
  [
    'has two, of which one is new',
    {label: 'B', description: 'x'},
    {label: 'B', description: 'x'},
    {description: 'x'},
    true,
  ],
  ['has what was sent, with a hint that nobody sees', {label: 'A'}, {label: 'A', hint: 'h'}, {label: 'A'}, false],
  ['counts what was sent back', choicesWith({uses: 2}), choicesWith({uses: 1}), choicesWith({uses: 1}), true],
  [
    'has the new choice, and numbers of its own',
    {
      options: {
        groups: [
          {
            options: [
              {title: 'One', sort_order: 1},
              {title: 'New', sort_order: 2},
            ],
          },
        ],
      },
    },
    {
      options: {
        groups: [
          {
            options: [
              {title: 'One', sort_order: 5},
              {title: 'New', sort_order: 6},
            ],
          },
        ],
      },
    },
    {options: {groups: [{options: [{title: 'One', sort_order: 1}]}]}},
    true,
  ],
  [
    'keeps an undocumented member that was removed',
    {display_options: {type: 'DEFAULT', x: 1}},
    {display_options: {type: 'DEFAULT'}},
    {display_options: {type: 'DEFAULT', x: 1}},
    false,
  ],
  [
    'has its choices in another order than was sent',
    choicesWith({}, two),
    {options: {groups: [{header: 'H', options: [two, {id: 'c1', title: 'One'}]}]}},
    choicesWith({}, two),
    false,
  ],
  [
    'counts while it keeps what was removed',
    choicesWith({uses: 2}, two),
    choicesWith({uses: 1}),
    choicesWith({uses: 1}, two),
    false,
  ],
  [
    'lost what was removed, and keeps a count of its own',
    choicesWith({uses: 1}),
    choicesWith({uses: 2}),
    choicesWith({subtitle: 'S', uses: 1}),
    true,
  ],
  [
    'keeps what was removed, and has the count that was sent',
    choicesWith({subtitle: 'S', uses: 2}),
    choicesWith({uses: 2}),
    choicesWith({subtitle: 'S', uses: 1}),
    false,
  ],
  [
    'has the undocumented member that was sent',
    choicesWith({color: 'red'}),
    choicesWith({color: 'red'}),
    choicesWith({}),
    true,
  ],
  [
    'ignores an undocumented member that was sent',
    choicesWith({}),
    choicesWith({color: 'red'}),
    choicesWith({}),
    false,
  ],
  [
    'has another undocumented member than was sent',
    choicesWith({color: 'blue'}),
    choicesWith({color: 'red'}),
    choicesWith({color: 'green'}),
    false,
  ],
  [
    'has since got another label',
    {label: 'C', description: 'x'},
    {label: 'A', description: 'x'},
    {label: 'A', description: 'x'},
    false,
  ],
  [
    'has the undocumented member that was sent, and keeps a count that was left out',
    choicesWith({color: 'red', uses: 2}),
    choicesWith({color: 'red'}),
    choicesWith({uses: 1}),
    true,
  ],
  [
    'no longer has the object in which one member was changed',
    {display_options: null},
    {display_options: {type: 'REF', reference_type_display_options: {title_property: 'b'}}},
    {display_options: {type: 'REF', reference_type_display_options: {title_property: 'a'}}},
    false,
  ],
])('whether a field that %s proves an update', (_what, field, sent, before, expected) => {
  expect(provesUpdate(field, sent, before)).toBe(expected);
});

test.each<[string, JsonObject, JsonObject, JsonObject | undefined, string | undefined]>([
  ['nothing', {label: 'A'}, {label: 'A', id: 'x'}, undefined, undefined],
  ['a hint, which no reply has', {hint: 'h'}, {}, undefined, undefined],
  [
    'another value',
    {label: 'A', description: 'x'},
    {label: 'B', description: 'x'},
    undefined,
    'the API returned values other than those sent: label',
  ],
  [
    'what was to go',
    {default_value: {a: 1}},
    {default_value: {a: 1, b: 2}},
    {default_value: {a: 0, b: 2}},
    'the API did not remove: default_value.b',
  ],
  [
    'what the API has added',
    {default_value: {a: 1}},
    {default_value: {a: 1, b: 2}},
    {default_value: {a: 0}},
    undefined,
  ],
  [
    'a member that ends in "id", or begins with it',
    {default_value: {a: 1}},
    {default_value: {a: 1, paid: 2, idle: 3}},
    {default_value: {paid: 2, idle: 3}},
    'the API did not remove: default_value.paid, default_value.idle',
  ],
  [
    'an id within',
    {default_value: {a: {b: 1}}},
    {default_value: {a: {b: 1, id: 2}}},
    {default_value: {a: {id: 2}}},
    undefined,
  ],
  ['an id', {default_value: {a: 1}}, {default_value: {a: 1, id: 2}}, {default_value: {id: 2}}, undefined],
])('a reply that differs in %s', (_what, sent, answered, before, expected) => {
  expect(describeDifferences(sent, answered, before)).toBe(expected);
});

test.each<[string, JsonObject, JsonObject, JsonObject, readonly string[]]>([
  [
    'what is only sent back within a choice',
    choicesWith({uses: 1}),
    choicesWith({uses: 1}),
    {options: {groups: [{header: 'H', options: [{id: 'c1', title: 'One'}]}]}},
    ['uses'],
  ],
  [
    'what is only sent back within display options',
    {display_options: {type: 'DEFAULT', uses: 1}},
    {display_options: {type: 'DEFAULT', uses: 1}},
    {display_options: {type: 'DEFAULT'}},
    ['uses'],
  ],
  [
    'nothing with another value',
    {display_options: {type: 'DEFAULT', uses: 2}},
    {display_options: {type: 'DEFAULT', uses: 1}},
    {display_options: {type: 'DEFAULT', uses: 2}},
    [],
  ],
  ['no member of the field itself', {uses: 1}, {uses: 1}, {uses: 1}, []],
  ['no part of a free value', {default_value: {uses: 1}}, {default_value: {uses: 1}}, {default_value: {uses: 1}}, []],
])('leaves out %s when the API refuses it', (_what, sent, before, body, names) => {
  expect(withoutRefused(sent, before, 'uses is read-only', false)).toEqual(
    names.length === 0 ? undefined : {body, names},
  );
});
