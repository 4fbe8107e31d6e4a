import {expect, test} from 'vitest';
import {findChanged, showDifference} from '../../../src/commands/fields/show/describe-changes.js';
import type {Json} from '../../../src/json/json.js';
import {parseJson} from '../../../src/json/parse-json.js';

const describeChanges = (before: Json, after: Json, member: string) =>
  findChanged(before, after, member).map(showDifference);

const exact = parseJson('12345678901234567890.10');

test('names changes by path', () => {
  const before = {a: 1, b: {c: [1, {d: 'x'}]}, e: exact};
  expect(describeChanges(before, {a: 1, b: {c: [1, {d: 'y'}, null]}, f: [], e: exact}, 'm')).toEqual([
    'm.b.c[1].d: "x" -> "y"',
    'm.b.c[2]: (none) -> null',
    'm.f: (none) -> []',
  ]);
  expect(describeChanges({a: 1, b: 2}, {a: 1}, 'm')).toEqual(['m.b: 2 -> (none)']);
});

test('a choice that goes is named, not all behind it; choices in another order are a change', () => {
  const choices = [{title: 'a'}, {title: 'b'}, {title: 'c'}];
  expect(describeChanges(choices, choices.toSpliced(1, 1), 'options')).toEqual(['options[b]: {"title":"b"} -> (none)']);
  const numbered = [{title: '2'}, {title: '2nd'}];
  expect(describeChanges(numbered, [], 'options')).toEqual([
    'options["2"]: {"title":"2"} -> (none)',
    'options[2nd]: {"title":"2nd"} -> (none)',
  ]);
  expect(describeChanges(choices.slice(0, 2), choices.slice(0, 2).toReversed(), 'options')).toEqual([
    'options: [{"title":"a"},{"title":"b"}] -> [{"title":"b"},{"title":"a"}]',
  ]);
});
