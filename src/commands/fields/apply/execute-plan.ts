import {type CustomField, isMarkedDeleted} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {executeWrites} from '../../../app/execute-writes.js';
import {BizctlError, HalfDoneError, InterruptedError, LocalError} from '../../../base/errors.js';
import {findError} from '../../../base/inspect-error.js';
import {listSentWhole} from '../../../plan/desired-field.js';
import {listDeletedIds} from '../../../plan/find-unlisted.js';
import {findUnremoved} from '../../../plan/find-unremoved.js';
import type {JournalEntry, RecordedEffect} from '../../../plan/journal-entry.js';
import {isDeletion} from '../../../plan/losses.js';
import type {Change} from '../../../plan/plan.js';
import {scopeEffects} from '../../../plan/recorded-effects.js';
import type {JournalFile} from '../../../system/files/journal-file.js';
import {createLossGuard} from '../write/guard-losses.js';
import {findDefaultChoices} from './default-choices.js';
import {findRecentRuns} from './find-recent-runs.js';
import {finishFailedRun, runFinalStep} from './finish-run.js';
import {digestIgnored} from './ignored-changes.js';
import type {PreparedApply} from './prepare-apply.js';
import {type Expected, readBack} from './read-back.js';
import {awaitApplied, showApplied} from './show-applied.js';
import {verify} from './verify.js';
import {adviseToResume, withResume} from './with-resume.js';
import {createWriter} from './write-change.js';

export interface ExecuteOptions {
  readonly concurrency: number;
  readonly failFast?: true | undefined;
}

/**
 * Makes the changes of a plan, recording each write before it is sent, and verifies the result.
 *
 * @returns how many default choices it has set as well; they are shown if there are no other changes
 * @throws IncompleteError if a change failed or the tenant does not match; InterruptedError
 */
export async function executePlan(
  context: ApiContext,
  prepared: PreparedApply,
  journal: JournalFile<JournalEntry>,
  options: ExecuteOptions,
): Promise<number> {
  const {planned, run, source} = prepared;
  const {plan, desired, current} = planned;
  const isWriting = plan.changes.length > 0;
  const isShown = source !== 'fleet' && isWriting;
  let defaultsSet = 0;
  let effects = run?.effects ?? [];
  const at = () => context.now().toISOString();
  const created: string[] = [];
  const made: Change[] = [];
  let ignored: readonly Change[] = [];
  const onIgnored = (changes: readonly Change[]) => {
    ignored = changes;
  };
  const replies = new Map<string | undefined, CustomField | undefined>();
  // An API may bring back a field that is marked as deleted when its name is created again.
  const deletedIds = new Set(current.filter(isMarkedDeleted).flatMap(({id}) => id ?? []));
  const deletedBefore = await findDeletedBefore(context, prepared);
  const restores = planned.undoes !== undefined;
  const guard = createLossGuard(context);
  const write = createWriter(context, planned, {
    ...journal,
    at,
    created,
    made,
    replies,
    deletedIds,
    deletedBefore,
    guard,
    restores,
    isFailFast: options.failFast === true,
  });
  const send = (inputs: readonly Change[], show: typeof showApplied) =>
    executeWrites(context, {
      noun: 'changes',
      verb: 'applied',
      nameOf: nameChange,
      concurrency: options.concurrency,
      isFailFast: options.failFast === true,
      write,
      inputs,
      hintOnQuit: adviseToResume(planned),
      show: pages => show(context, pages, inputs),
    });
  const setDefaults = async () => {
    const defaults = await findDefaultChoices(context, planned, {created, replies}, run);
    if (defaults.length === 0) return;
    defaultsSet = defaults.length;
    await send(defaults, isWriting || source === 'fleet' ? awaitApplied : showApplied);
    // The plan of a run that is resumed does not show them.
    const names = defaults.map(({name}) => JSON.stringify(name)).join(', ');
    if (run && isWriting) await context.reporter.note(`set the default choice of ${names}`);
  };
  const scope = scopeEffects(run, plan.changes);
  const readAll = async (expected: Expected = {}) => {
    const readback = await readBack(context, planned, {
      created,
      deletedIds: listDeleted(made, created),
      updatedIds: made.flatMap(({action, id}) => (action === 'update' ? (id ?? []) : [])),
      updates: scope.updates,
      ...expected,
    });
    effects = scope.merge(readback.effects);
    return readback;
  };
  const sendFollowUp = async (changes: readonly Change[]) => {
    const error = await findError(send(changes, awaitApplied));
    // Members that the API refuses to remove show in the verification, and are named there.
    const isRefusal =
      error instanceof BizctlError && !(error instanceof InterruptedError || error instanceof LocalError);
    if (error !== undefined && !isRefusal) throw error;
  };
  const toEnd = (outcome: string, effects: readonly RecordedEffect[] | undefined): JournalEntry => {
    const digests = ignored.flatMap(change => digestIgnored(desired, change) ?? []);
    return {event: 'end', at: at(), outcome, ...(digests.length > 0 ? {ignored: digests} : {}), effects};
  };
  const verifyResult = async () => {
    const readback = await readAll();
    const isRepeated = run !== undefined && !isWriting;
    const unremoved = restores ? findUnremoved(readback.plan.changes, replies, listSentWhole(desired.fields)) : [];
    if (unremoved.length === 0) return verify(context, planned, readback, isRepeated);
    await sendFollowUp(unremoved);
    return verify(context, planned, await readAll(), isRepeated);
  };
  try {
    const sendError = await findError(send(plan.changes, isShown ? showApplied : awaitApplied));
    const failure = guard.withAdvice(withName(plan.changes, sendError), restores ? undefined : planned.meta.id);
    if (failure !== undefined)
      await withProgress(context, 'verifying the result…', () =>
        finishFailedRun(context, planned, {made, created, failure, setDefaults, readAll, onIgnored}),
      );
    await runFinalStep(isWriting, 'all planned changes were made, but the default choices may not be set', setDefaults);
    const remaining = await runFinalStep(isWriting, 'all writes succeeded, but the result could not be verified', () =>
      withProgress(context, 'verifying the result…', verifyResult),
    );
    ignored = remaining.changes;
    await journal.append(toEnd('converged', effects));
    return defaultsSet;
  } catch (error) {
    // A journal that cannot be written either must not hide what was done.
    if (error instanceof BizctlError)
      // Without effects, a run that is resumed looks for them again.
      await findError(journal.append(toEnd(error.code, error instanceof InterruptedError ? undefined : effects)));
    throw withResume(error, planned);
  }
}

function nameChange({action, name}: Change): string {
  return `${action} ${JSON.stringify(name)}`;
}

/** Prefixes the error with the change if the plan has only one; otherwise the report of each failure names it. */
function withName([change, ...others]: readonly Change[], failure: unknown): unknown {
  const isOnly = change !== undefined && others.length === 0;
  const hasName = failure instanceof InterruptedError || failure instanceof HalfDoneError;
  if (!isOnly || hasName || !(failure instanceof BizctlError)) return failure;
  return failure.with({message: `${nameChange(change)}: ${failure.message}`});
}

/** Returns the ids of fields that the resumed run or another recent one has deleted, or may have deleted. */
async function findDeletedBefore(
  context: ApiContext,
  {planned, run: resumed}: PreparedApply,
): Promise<ReadonlySet<string>> {
  const earlier = planned.plan.changes.some(isDeletion) ? await findRecentRuns(context) : [];
  return new Set([...(resumed ? [resumed] : []), ...earlier].flatMap(listDeletedIds));
}

/** The ids of fields that were deleted; the API may give that of a replaced field to the new one. */
function listDeleted(changes: readonly Change[], created: readonly string[]): readonly string[] {
  return changes.filter(isDeletion).flatMap(({id}) => (id === undefined || created.includes(id) ? [] : [id]));
}

async function withProgress<Value>(
  {reporter}: ApiContext,
  message: string,
  work: () => Promise<Value>,
): Promise<Value> {
  await reporter.showProgress(message);
  try {
    return await work();
  } finally {
    await reporter.showProgress(undefined);
  }
}
