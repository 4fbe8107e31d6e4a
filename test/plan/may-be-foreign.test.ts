import {expect, test} from 'vitest';
import type {JsonObject} from '../../src/json/json.js';
import {mayBeForeign} from '../../src/plan/may-be-foreign.js';

const body = {name: 'a', type: {discriminator: 'SIMPLE', primitive_type: 'PHONE'}};

test.each<[string, JsonObject, JsonObject, boolean]>([
  ['nothing else', {}, {}, false],
  ['what was sent', {label: 'L'}, {label: 'L'}, false],
  ['another label than was sent', {label: 'L'}, {label: 'M'}, true],
  ['a label that nobody sent', {}, {label: 'by a colleague'}, true],
  ['its name as its label', {}, {label: 'a'}, false],
  ['a description that nobody sent', {}, {description: 'D'}, true],
  ['its name as its label, and a description that nobody sent', {}, {label: 'a', description: 'D'}, true],
  ['choices that nobody sent', {}, {options: {groups: [{header: 'G'}]}}, true],
  ['validators that nobody sent', {}, {validators: [{required: true}]}, true],
  ['empty members', {}, {label: '', description: null, options: {}, validators: []}, false],
  ['a display of the API', {}, {display_options: {type: 'DEFAULT', hidden: false}}, false],
  ['undocumented members', {}, {revision: 3}, false],
])('a field with %s', (_what, sent, shown, expected) => {
  expect(mayBeForeign({...body, id: 'x', ...shown}, {...body, ...sent})).toBe(expected);
});
