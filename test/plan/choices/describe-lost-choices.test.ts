import {expect, test} from 'vitest';
import type {JsonObject} from '../../../src/json/json.js';
import {describeLostChoices} from '../../../src/plan/choices/describe-lost-choices.js';
import {field} from '../../harness/tenant.js';

const withGroups = (...groups: readonly JsonObject[]) => field('f', {options: {display_type: 'RADIO', groups}});
const one = {id: '1', title: 'One'};
const two = {id: '2', title: 'Two'};
const other = {id: '1', title: 'Other'};
const recreated = (titles: string) => [
  `"f": this choice is recreated with a new id and without its stored values: ${titles}`,
];

test.each<[string, readonly JsonObject[], readonly JsonObject[], readonly string[]]>([
  ['nothing', [{header: 'G', options: [one, two]}], [{header: 'G', options: [two, one]}], []],
  ['a choice that is gone', [{header: 'G', options: [one, two]}], [{header: 'G', options: [two]}], recreated('"One"')],
  [
    'several',
    [{header: 'G', options: [one, two]}],
    [{header: 'G', options: []}],
    ['"f": these choices are recreated with new ids and without their stored values: "One", "Two"'],
  ],
  [
    'a choice with a new id',
    [{header: 'G', options: [one]}],
    [{header: 'G', options: [{id: '7', title: 'One'}]}],
    ['"f": this choice now has a different id, so values stored for the old id are not restored: "One"'],
  ],
  [
    'nothing of a choice that is renamed and in another group',
    [{header: 'G', options: [one]}],
    [{header: 'H', options: [other]}],
    [],
  ],
  ['a choice without an id', [{header: 'G', options: [{title: 'One'}]}], [{header: 'G', options: []}], []],
  [
    'a choice whose id another group has as well',
    [
      {header: 'G', options: [one]},
      {header: 'H', options: [other]},
    ],
    [{header: 'H', options: [other]}],
    recreated('"One"'),
  ],
  [
    'a choice whose id two others have by now',
    [{header: 'G', options: [one]}],
    [
      {header: 'H', options: [other]},
      {header: 'I', options: [other]},
    ],
    recreated('"One"'),
  ],
])('says of the choices that an undo brings back: %s', (_what, was, now, warnings) => {
  expect(describeLostChoices('f', withGroups(...was), withGroups(...now)).map(({warning}) => warning)).toEqual(
    warnings,
  );
});
