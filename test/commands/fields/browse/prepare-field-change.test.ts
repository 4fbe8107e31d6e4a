import {expect, test} from 'vitest';
import type {CustomField} from '../../../../src/api/schemas.js';
import {prepareFieldChange} from '../../../../src/commands/fields/browse/prepare-field-change.js';

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
