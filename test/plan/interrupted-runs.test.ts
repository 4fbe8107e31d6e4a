import {expect, test} from 'vitest';
import {isInterrupted} from '../../src/plan/run.js';

test('a run that was interrupted counts as cut off, whether or not its end was written (rows 37, 138)', () => {
  const outcomes = [undefined, 'interrupted', 'incomplete', 'converged', 'undone'];
  expect(outcomes.filter(outcome => isInterrupted({outcome}))).toEqual([undefined, 'interrupted']);
});
