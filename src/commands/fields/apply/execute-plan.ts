import type {ApiContext} from '../../../app/api-context.js';
import {findError} from '../../../base/catch-errors.js';
import {BizctlError, InterruptedError} from '../../../base/errors.js';
import type {JournalEntry, RecordedEffect} from '../../../plan/journal-entry.js';
import type {Change} from '../../../plan/plan.js';
import type {JournalFile} from '../../../system/files/journal-file.js';
import {digestIgnored} from '../runs/ignored-changes.js';
import {finishFailedRun, runFinalStep} from './finish-run.js';
import {createRunSteps, type ExecuteOptions, type PreparedRun} from './run-steps.js';
import {trackReplacements} from './track-replacements.js';
import {withResume} from './with-resume.js';

/**
 * Makes the changes of a plan, recording each write before it is sent, and verifies the result.
 *
 * @returns how many default choices it has set as well; they are shown if there are no other changes
 * @throws IncompleteError if a change failed or the tenant does not match; InterruptedError
 */
export async function executePlan(
  context: ApiContext,
  prepared: PreparedRun,
  journal: JournalFile<JournalEntry>,
  options: ExecuteOptions,
): Promise<number> {
  const {planned, run} = prepared;
  const isWriting = planned.plan.changes.length > 0;
  const at = () => context.now().toISOString();
  let ignored: readonly Change[] = [];
  const onIgnored = (changes: readonly Change[]) => {
    ignored = changes;
  };
  const toEnd = (outcome: string, effects: readonly RecordedEffect[] | undefined): JournalEntry => {
    const digests = ignored.flatMap(change => digestIgnored(planned.desired, change) ?? []);
    return {event: 'end', at: at(), outcome, ...(digests.length > 0 ? {ignored: digests} : {}), effects};
  };
  let areDefaultsSet = false;
  const replacements = await trackReplacements(context, planned.meta.id, run);
  const steps = createRunSteps(context, prepared, {...journal, at, replacements}, options);
  try {
    const failure = await steps.sendPlan();
    if (failure !== undefined)
      await whileVerifying(context, () => finishFailedRun(context, planned, {...steps, failure, onIgnored}));
    await runFinalStep(isWriting, 'all other changes were made, but default choices may not be set', steps.setDefaults);
    areDefaultsSet = true;
    const remaining = await runFinalStep(isWriting, 'all writes succeeded, but the result could not be verified', () =>
      whileVerifying(context, steps.verifyResult),
    );
    ignored = remaining.changes;
    await journal.append(toEnd('converged', steps.listEffects()));
    replacements.close(true);
    return steps.countDefaults();
  } catch (error) {
    // If the journal cannot be written either, the first error is the one to show.
    if (error instanceof BizctlError)
      // Without effects, a run that is resumed looks for them again.
      await findError(
        journal.append(toEnd(error.code, error instanceof InterruptedError ? undefined : steps.listEffects())),
      );
    replacements.close(false);
    if (!(error instanceof InterruptedError)) throw withResume(error, planned);
    const written = isWriting ? ['all writes succeeded, but the result was not verified'] : [];
    const parts = [error.message, ...(areDefaultsSet ? written : steps.describeUnset())];
    throw withResume(error.with({message: parts.join('; ')}), planned);
  }
}

async function whileVerifying<Value>({reporter}: ApiContext, work: () => Promise<Value>): Promise<Value> {
  await reporter.showProgress('verifying the result…');
  try {
    return await work();
  } finally {
    await reporter.showProgress(undefined);
  }
}
