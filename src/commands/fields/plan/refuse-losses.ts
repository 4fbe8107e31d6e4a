import type {CommandContext} from '../../../app/command-context.js';
import {GuardError} from '../../../base/errors.js';
import {countLosses, isLoss} from '../../../plan/losses.js';
import type {Change} from '../../../plan/plan.js';
import {describeLosses, nameLoss} from './summarize-plan.js';

const maxNamed = 3;

/**
 * Requires `--expect-deletes` for losses that nobody confirms: without a terminal, or with `--yes`. Where nothing is
 * left to do, any count will do, so that a job can be repeated.
 *
 * @param where what the losses are counted across, after a space
 * @throws GuardError if it is missing or names another count
 */
export function refuseLosses(
  changes: readonly Change[],
  {prompts, options: {yes}}: Pick<CommandContext, 'prompts' | 'options'>,
  expected: number | undefined,
  where = '',
): void {
  const losses = countLosses(changes);
  const count = losses.total;
  const isConfirmed = prompts !== undefined && !yes;
  if (changes.length === 0 || expected === count || (expected === undefined && (count === 0 || isConfirmed))) return;
  const losing = changes.filter(isLoss);
  // The count already says that all of them are deleted, or replaced.
  const [first] = losing;
  const isAlike = first?.action !== 'update' && losing.every(({action}) => action === first?.action);
  const names = [...new Set(losing.map(change => (isAlike ? JSON.stringify(change.name) : nameLoss(change))))];
  const named = `${names.slice(0, maxNamed).join(', ')}${names.length > maxNamed ? ', …' : ''}`;
  const confirmation = prompts === undefined && !yes ? '--yes ' : '';
  throw new GuardError(
    `${describeLosses(losses)}${where}${named === '' ? '' : ` (${named})`}, but --expect-deletes is ${expected ?? 'missing'}`,
    count === 0
      ? 'Check the plan; if it is right, omit --expect-deletes.'
      : `${expected === undefined ? 'If the plan is right' : 'Check the plan; if it is right'}, pass ${confirmation}--expect-deletes ${count}.`,
  );
}
