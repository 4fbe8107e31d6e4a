import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {readJournal} from '../../src/plan/journal.js';
import {useFieldsAsCode} from '../harness/fields-as-code.js';
import {createTenant, field} from '../harness/tenant.js';

const {cutJournal, inHome, run} = useFieldsAsCode();

test('a run that is resumed after its undo counts as undone no longer', async () => {
  await run('fields apply -f f.yaml --yes', createTenant([field('a')]));
  const [file = ''] = readdirSync(inHome('data/runs')).filter(name => name.endsWith('.jsonl'));
  const read = () => {
    const {outcome, wasUndone, outcomeBeforeUndo} = readJournal(readFileSync(inHome('data/runs', file)), file);
    return {outcome, wasUndone, outcomeBeforeUndo};
  };
  const at = '2026-11-22T00:00:00.000Z';
  cutJournal(99, [{event: 'end', at, outcome: 'undone'}]);
  expect(read()).toEqual({outcome: 'undone', wasUndone: true, outcomeBeforeUndo: 'converged'});
  cutJournal(99, [{event: 'resume', at}]);
  expect(read()).toEqual({outcome: undefined, wasUndone: false, outcomeBeforeUndo: 'converged'});
});
