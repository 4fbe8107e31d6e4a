import {expect, test} from 'vitest';
import {stringOf} from '../../../src/json/json.js';
import {type Choice, listChoices} from '../../../src/plan/choices/choices.js';
import {findForeignId, matchChoices} from '../../../src/plan/choices/match-choices.js';
import {withinGroups} from '../../../src/plan/choices/within-groups.js';

/** `1:a` is the choice `a` with the id 1. */
function choicesOf(groups: {readonly [header: string]: readonly string[]}): readonly Choice[] {
  return listChoices({
    groups: Object.entries(groups).map(([header, choices]) => ({
      header,
      options: choices.map(text => {
        const [, id, title = ''] = /^(?:(\d+):)?(.*)$/s.exec(text) ?? [];
        return id === undefined ? {title} : {id, title};
      }),
    })),
  });
}

test.each([
  ['titles that differ in spaces, across groups', {C: ['x']}, {A: ['1:x ']}, ['x > 1']],
  ['two on the tenant that differ in spaces alone', {C: ['x']}, {A: ['1:x '], B: ['2: x']}, []],
  ['two in the file that differ in spaces alone', {C: ['x'], D: ['x ']}, {A: ['1: x']}, []],
  ['an exact title before one that differs in spaces', {C: ['x']}, {A: ['1:x '], B: ['2:x']}, ['x > 2']],
  ['an id', {C: ['1:a']}, {A: ['1:b']}, ['a > 1']],
  ['an id that the file has twice', {C: ['1:a', '1:b']}, {A: ['1:c']}, []],
  [
    'an id, beside a choice of another group that stays',
    {G: ['x'], H: ['2:y']},
    {G: ['1:x'], H: ['2:x']},
    ['y > 2', 'x > 1'],
  ],
  [
    'an id, beside one of that title that moves',
    {G: ['1:C', '3:A'], H: ['5:E'], I: ['4:N']},
    {G: ['1:C'], H: ['3:A', '5:E'], I: ['4:A']},
    ['C > 1', 'A > 3', 'E > 5', 'N > 4'],
  ],
  ['a title that stays, before an id', {G: ['x', '1:y']}, {G: ['1:x']}, ['x > 1']],
  ['no id, beside a title that the tenant has', {G: ['C'], H: ['2:C']}, {G: ['1:C', '2:D']}, ['C > 1']],
  ['no id, if the choice may have moved', {G: ['x'], H: ['2:y']}, {H: ['2:x']}, ['x > 2']],
  ['one title several times, in order', {C: ['x', 'x']}, {C: ['1:x', '2:x', '3:x']}, ['x > 1', 'x > 2']],
])('choices are matched by %s (row 149)', (_what, desired, current, matched) => {
  const matches = matchChoices(choicesOf(desired), choicesOf(current));
  const shown = [...matches].map(([{title}, {id}]) => `${title} > ${stringOf(id)}`);
  expect(new Set(shown)).toEqual(new Set(matched));
});

test('ignores ids of another tenant, even when one matches an equal choice in an equal group', () => {
  const toChoices = (...ids: readonly string[]) =>
    listChoices({groups: ids.map(id => ({header: 'G', options: [{id, title: 'x'}]}))});
  const match = (desired: readonly Choice[], current: readonly Choice[]) => {
    const matches = matchChoices(desired, current);
    return desired.map(choice => matches.get(choice)?.id);
  };
  expect(match(toChoices('11', '12'), toChoices('10', '11'))).toEqual(['10', '11']);
  expect(match(toChoices('11', '10'), toChoices('10', '11'))).toEqual(['11', '10']);
});

test.each([
  ['swapped titles', {G: ['1:Low', '2:High']}, {G: ['1:High', '2:Low']}, true],
  [
    'swapped titles in another form',
    {G: ['1:Modéré', '2:élevé']},
    {G: ['1:E\u0301leve\u0301', '2:Mode\u0301re\u0301']},
    true,
  ],
  ['one title at another id', {G: ['2:Low', '3:New']}, {G: ['1:Low', '2:High', '3:Old']}, true],
  ['a rename', {G: ['1:a', '2:b']}, {G: ['1:x', '2:b']}, false],
  ['a rename to a title that another group has as well', {G: ['1:a'], H: ['2:a']}, {G: ['1:a'], H: ['2:b']}, false],
  ['titles in another form', {G: ['1:élevé']}, {G: ['1:E\u0301leve\u0301']}, false],
  ['ids that the tenant does not have', {G: ['8:Low', '9:High']}, {G: ['1:High', '2:Low']}, true],
  ['no ids', {G: ['Low', 'High']}, {G: ['1:High', '2:Low']}, false],
])('ids contradict the titles or not: %s (row 149)', (_what, desired, current, expected) => {
  expect(findForeignId(choicesOf(desired), choicesOf(current)) !== undefined).toBe(expected);
});

test.each([
  ['to a group that has its id', {Open: ['2:B'], Closed: ['1:A', '1:C']}, ['B > 2', 'C > 1']],
  ['to a group whose choice with its id goes', {Open: ['2:B'], Closed: ['1:A']}, ['B > 2']],
  ['to a group without its id', {Open: ['1:A'], Closed: ['1:C', '2:B']}, ['A > 1', 'C > 1']],
  ['nowhere', {Open: ['1:A', '2:B'], Closed: ['1:C']}, ['A > 1', 'B > 2', 'C > 1']],
])(
  'where ids are unique within a group only, a choice that moves %s keeps it or not (row 149)',
  (_what, desired, kept) => {
    const [declared, current] = [choicesOf(desired), choicesOf({Open: ['1:A', '2:B'], Closed: ['1:C']})];
    const matches = withinGroups(matchChoices(declared, current), current, [current], [0, 1]);
    const shown = [...matches].map(([{title}, {id}]) => `${title} > ${stringOf(id)}`);
    expect(shown.toSorted()).toEqual(kept);
  },
);

test('where ids are foreign, a choice of the same title in other case keeps its id', () => {
  const [declared, current] = [choicesOf({G: ['1:High', '2:B', '3:A']}), choicesOf({G: ['1:high', '2:A', '3:B']})];
  const matches = matchChoices(declared, current, false);
  expect(declared.map(choice => matches.get(choice)?.id)).toEqual(['1', '3', '2']);
});

test.each([
  ['in another order of groups', {Closed: ['1:C'], Open: ['1:A', '2:B']}, ['C > Closed', 'A > Open', 'B > Open']],
  [
    'renamed in another order of groups',
    {Closed: ['1:C'], Open: ['1:A2', '2:B']},
    ['C > Closed', 'A2 > Open', 'B > Open'],
  ],
  ['beside one that moves', {Open: ['2:B'], Closed: ['1:C', '1:A']}, ['C > Closed', 'B > Open', 'A > Open']],
])('where ids are unique within a group only, choices keep them %s (row 149)', (_what, desired, expected) => {
  const current = choicesOf({Open: ['1:A', '2:B'], Closed: ['1:C']});
  const matches = matchChoices(choicesOf(desired), current);
  expect([...matches].map(([{title}, {header}]) => `${title} > ${header}`).toSorted()).toEqual(expected.toSorted());
});
