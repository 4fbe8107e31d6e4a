import {expect, test} from 'vitest';
import type {CustomField} from '../../../../src/api/schemas.js';
import {prepareFieldChange} from '../../../../src/commands/fields/browse/prepare-field-change.js';
import type {JsonObject} from '../../../../src/json/json.js';

const fields: readonly CustomField[] = [
  {id: '1', name: 'a', label: 'A', default_value: {value: 1}},
  {id: '2', name: 'b', label: 'B', validators: [{required: true}]},
];

const prepare = (member: string, value: string) => prepareFieldChange(fields, member, value, 1);

test.each([
  ['label', 'A', 'Update this custom field?', ['b "B" (2)', '  label: "B" -> "A"']],
  [
    'default_value',
    '{"value": 2}',
    'Update these 2 custom fields?',
    ['a "A" (1)', '  default_value.value: 1 -> 2', 'b "B" (2)', '  default_value: (none) -> {"value":2}'],
  ],
  [
    'hint',
    '',
    'Update these 2 custom fields?',
    ['a "A" (1)', '  hint: (none) -> null', 'b "B" (2)', '  hint: (none) -> null'],
  ],
  ['validators', '', 'Update this custom field?', ['b "B" (2)', '  validators: [{"required":true}] -> null']],
])('setting %s to %j in the browser changes the fields that differ', (member, value, question, lines) => {
  expect(prepare(member, value)).toMatchObject({question, lines});
});

test.each([
  ['default_value', '{', 'default_value: expected JSON, got "{"'],
  ['default_value', '{"a": 1, "a": 2}', 'default_value: the key "a" appears twice in one object'],
  ['required', 'perhaps', 'required: expected yes or no, got "perhaps"'],
  ['description', '', 'nothing to change: description already has that value'],
])('setting %s to %j in the browser is refused (row 57)', (member, value, message) => {
  expect(() => prepare(member, value)).toThrow(message);
});

const choices = (...options: readonly JsonObject[]) => ({display_type: 'RADIO', groups: [{header: 'G', options}]});

test.each([
  ['without ids', [{title: 'X'}, {title: 'Y'}, {title: 'W'}]],
  [
    'with those of another field',
    [
      {id: 'o7', title: 'X'},
      {id: 'o8', title: 'Y'},
      {id: 'o9', title: 'W'},
    ],
  ],
])('choices that are pasted %s keep the ids of the field, and what else they have (row 149)', (_what, pasted) => {
  const options = choices({id: 'o1', title: 'X', color: 'red'}, {id: 'o2', title: 'Y'}, {id: 'o3', title: 'Z'});
  const field = {id: '3', name: 'c', label: 'C', options};
  const value = JSON.stringify({groups: [{header: 'G', options: pasted}]});
  expect(prepareFieldChange([field], 'options', value, 1).lines).toEqual([
    'c "C" (3)',
    '  options.groups[G].options[W]: (none) -> {"title":"W"}',
    '  options.groups[G].options[Z]: {"id":"o3","title":"Z"} -> (none)',
    '  ! would remove this choice and the values stored for it: "Z"',
  ]);
});

test('ids that contradict the titles are named before the question, or refused (row 149)', () => {
  const options = choices({id: 'o1', title: 'X'}, {id: 'o2', title: 'Y'}, {id: 'o3', title: 'Z'});
  const field = {id: '3', name: 'c', label: 'C', options};
  const prepareChoices = (...given: readonly JsonObject[]) =>
    prepareFieldChange([field], 'options', JSON.stringify(choices(...given)), 1);
  const exchanged = [{id: 'o2', title: 'X'}, {id: 'o1', title: 'Y'}, {id: 'o3', title: 'Z'}, {title: 'W'}];
  expect(prepareChoices(...exchanged).lines).toContainEqual(
    expect.stringContaining('! choices are matched by title, so these are not renamed: "X" has the id o2 of "Y"'),
  );
  const chained = [
    {id: 'o1', title: 'Y'},
    {id: 'o2', title: 'W'},
    {id: 'o3', title: 'Z'},
  ];
  expect(() => prepareChoices(...chained)).toThrow(
    'the choice "X" would be removed: the input uses its id "o1" for "Y"',
  );
});
