import {expect, test} from 'vitest';
import type {JsonObject} from '../../src/json/json.js';
import {findUndocumented} from '../../src/plan/find-undocumented.js';

const type = {discriminator: 'SIMPLE', primitive_type: 'DECIMAL'};

test.each<[string, JsonObject, readonly string[]]>([
  ['a body of the reference', {name: 'a', type, validators: [{required: true, size: {size: 1, size_type: 'MIN'}}]}, []],
  ['values that are like no other', {type: {discriminator: 'QUANTUM', primitive_type: 'SPIN'}}, []],
  ['a value that is part of another', {type: {...type, primitive_type: 'DATE'}}, []],
  [
    'members that are like no other',
    {type: {...type, spin: {up: true}}, options: {display_type: 'RADIO', icon: 1}},
    [
      'type: "spin" is not in the API reference; it is sent as is',
      'options: "icon" is not in the API reference; it is sent as is',
    ],
  ],
  [
    'a member of the top level',
    {lable: 'L'},
    ['"lable" is not in the API reference; it is sent as is. Did you mean label?'],
  ],
  [
    'members that belong in another',
    {required: true, default_option_id: 'a', duration: {}, ref: {}},
    [
      '"required" belongs in validators, not in the field itself; it is sent as is',
      '"default_option_id" belongs in options, not in the field itself; it is sent as is',
      '"duration" belongs in display_options, not in the field itself; it is sent as is',
      '"ref" belongs in type, not in the field itself; it is sent as is',
    ],
  ],
  [
    'values that are not objects',
    {default_value: 1, example_value: [1]},
    [
      'default_value is documented as an object; the API may refuse it',
      'example_value is documented as an object; the API may refuse it',
    ],
  ],
  [
    'a member like one that is there too',
    {display_options: {type: 'DEFAULT', hidden: false, hiden: true}},
    ['display_options: "hiden" is not in the API reference; it is sent as is'],
  ],
  ['ids and members of free values', {options: {groups: [{id: 1}]}, default_value: {places: 2}}, []],
  ['texts that may be anything', {label: 'DECIMEL', default_value: {discriminator: 'SIMPEL'}}, []],
  [
    'values',
    {type: {discriminator: 'simple', primitive_type: 'DECIMEL'}, display_options: {type: 'BOOLAEN'}},
    [
      'type.discriminator "simple" is not in the API reference. Did you mean SIMPLE?',
      'type.primitive_type "DECIMEL" is not in the API reference. Did you mean DECIMAL?',
      'display_options.type "BOOLAEN" is not in the API reference. Did you mean BOOLEAN?',
    ],
  ],
  [
    'values of types in types',
    {type: {discriminator: 'ARRAY', primitive_type: 'ARRAY', array: {list_type: {...type, primitive_type: 'PHOME'}}}},
    ['type.array.list_type.primitive_type "PHOME" is not in the API reference. Did you mean PHONE?'],
  ],
  [
    'elements of a list',
    {display_options: {type: 'DEFAULT', duration: {duration_units: ['DAYS', 'HUORS']}}},
    ['display_options.duration.duration_units[1] "HUORS" is not in the API reference. Did you mean HOURS?'],
  ],
  [
    'members',
    {validators: [{requird: true, size: {size: 1, size_typ: 'MIN'}}], options: {groups: [{options: [{titel: 'A'}]}]}},
    [
      'validators[0]: "requird" is not in the API reference; it is sent as is. Did you mean required?',
      'validators[0].size: "size_typ" is not in the API reference; it is sent as is. Did you mean size_type?',
      'options.groups[0].options[0]: "titel" is not in the API reference; it is sent as is. Did you mean title?',
    ],
  ],
])('finds in %s what the reference does not have', (_what, body, messages) => {
  expect(findUndocumented(body).map(({message}) => message)).toEqual(messages);
});
