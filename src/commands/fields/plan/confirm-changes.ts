import type {CommandContext} from '../../../app/command-context.js';
import {BrokenPipeError, GuardError} from '../../../base/errors.js';
import {countLosses} from '../../../plan/losses.js';
import type {Change} from '../../../plan/plan.js';
import {createReviewContext} from './create-review-context.js';
import {describeLosses} from './summarize-plan.js';

/**
 * Shows changes, and asks whether to make them.
 *
 * @throws GuardError when declined; UsageError without a terminal; LocalError if they cannot be shown
 */
export async function confirmChanges<Opened extends CommandContext>(
  context: Opened,
  question: string,
  changes: readonly Change[],
  show: (review: Opened) => Promise<void>,
): Promise<void> {
  const ask = context.openConfirm();
  await show(createReviewContext(context));
  // Nobody can confirm what could not be shown.
  const unshown = context.reporter.findDeferred();
  if (unshown) throw unshown;
  if (context.signal.reason instanceof BrokenPipeError)
    throw new GuardError(
      'the pager was closed before all changes were shown, so nothing was changed',
      'To be asked for confirmation, scroll to the end before you close it.',
    );
  // Losses stand above the question, because the plan itself may have gone to a pager or a file.
  const losses = countLosses(changes);
  await ask(question, losses.total === 0 ? [] : [`${describeLosses(losses)}.`]);
}
