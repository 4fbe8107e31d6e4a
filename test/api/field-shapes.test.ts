import {expect, test} from 'vitest';
import {kindOfList} from '../../src/api/field-shapes.js';

test.each([
  [['display_options', 'duration_display_options', 'duration_units'], 'set'],
  [['default_value', 'duration_units'], 'value'],
  [['type', 'ref', 'fields'], 'set'],
  [['default_value', 'fields'], 'value'],
  [['options', 'groups'], 'keyed'],
  [['default_value', 'groups'], 'value'],
  [['validators'], 'keyed'],
  [['validators', 0, 'validators'], 'value'],
])('the list %j is read as a %s', (path, kind) => {
  expect(kindOfList(path)).toBe(kind);
});
