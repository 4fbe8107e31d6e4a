import {expect, test} from 'vitest';
import {findLeftAlone} from '../../../src/plan/undo/find-left-alone.js';
import {runOf} from '../../harness/run-of.js';

const effect = {id: 'cf_a', name: 'a', members: ['label'], lost: []};
/** Another run that has updated the label of the field. */
const other = {
  ...runOf({run: 'other'}, [{action: 'update', name: 'a', id: 'cf_a', body: {label: 'New'}}]),
  writes: [{action: 'update', name: 'a', id: 'cf_a', at: '2026-11-25T08:00:00Z', state: 'done'} as const],
};

test.each([
  ['a run that was undone', {outcome: 'undone'}, [effect]],
  ['a run that stands', {outcome: 'converged'}, []],
])('lists what was changed since the run, beside %s that changed it as well', (_what, more, since) => {
  const run = runOf({outcome: 'converged'});
  expect(findLeftAlone([effect], run, [{...other, ...more}])).toEqual({unsent: [], since});
});
