import {type CustomField, isMarkedDeleted} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import type {WriteBatch} from '../../../app/execute-write.js';
import {findError} from '../../../base/catch-errors.js';
import {BizctlError, HalfDoneError, InterruptedError, LocalError} from '../../../base/errors.js';
import {listSentWhole} from '../../../plan/desired-field.js';
import {findUnremoved} from '../../../plan/find-unremoved.js';
import type {RecordedEffect} from '../../../plan/journal-entry.js';
import {isDeletion} from '../../../plan/losses.js';
import type {Change, Plan} from '../../../plan/plan.js';
import {scopeEffects} from '../../../plan/recorded-effects.js';
import {executeWrites} from '../write/execute-writes.js';
import {createLossGuard} from '../write/guard-losses.js';
import {findDefaultChoices} from './default-choices.js';
import type {DeletionState} from './delete-changed.js';
import type {Expected} from './expected.js';
import type {PreparedApply} from './prepare-apply.js';
import {type Readback, readBack} from './read-back.js';
import {awaitApplied, showApplied} from './show-applied.js';
import type {RunJournal} from './track-replacements.js';
import {describeUnsetDefaults} from './unset-defaults.js';
import {verify} from './verify.js';
import {adviseToResume} from './with-resume.js';
import {createWriter} from './write-change.js';

export interface ExecuteOptions {
  readonly concurrency: number;
  readonly failFast?: true | undefined;
}

export interface PreparedRun extends PreparedApply, Pick<DeletionState, 'deletedBefore'> {}

/** The steps of a run, and what they have done so far. */
export interface RunSteps {
  /** The ids of the fields that were created. */
  readonly created: readonly string[];
  readonly made: readonly Change[];
  /** Makes the changes of the plan; returns the error if some failed. */
  readonly sendPlan: () => Promise<unknown>;
  /** Makes new choices the default, which takes a second request. */
  readonly setDefaults: () => Promise<void>;
  readonly countDefaults: () => number;
  readonly readAll: (expected?: Expected) => Promise<Readback>;
  /**
   * Requires that the tenant matches the plan. An undo first sends once more what the API kept.
   *
   * @returns a plan with nothing but changes that the API may ignore
   * @throws IncompleteError
   */
  readonly verifyResult: () => Promise<Plan>;
  /** Says whose default choice is not known to be set. */
  readonly describeUnset: () => readonly string[];
  /** What the API changed beyond what was sent, as far as reading back has shown. */
  readonly listEffects: () => readonly RecordedEffect[];
}

/** Creates the steps of a run; each knows what the others have done. */
export function createRunSteps(
  context: ApiContext,
  prepared: PreparedRun,
  journal: RunJournal,
  {concurrency, failFast}: ExecuteOptions,
): RunSteps {
  const {planned, run, source, deletedBefore} = prepared;
  const {plan, desired, current} = planned;
  const isWriting = plan.changes.length > 0;
  const restores = planned.undoes !== undefined;
  const isFailFast = failFast === true;
  const created: string[] = [];
  const made: Change[] = [];
  const replies = new Map<string | undefined, CustomField | undefined>();
  const leftOut = new Map<string, readonly string[]>();
  const lossGuard = createLossGuard(context);
  const scope = scopeEffects(run, plan.changes);
  let effects = run?.effects ?? [];
  let defaultsSet = 0;
  const write = createWriter(context, planned, {
    ...journal,
    created,
    made,
    replies,
    // An API may bring back a field that is marked as deleted when its name is created again.
    deletedIds: new Set(current.filter(isMarkedDeleted).flatMap(({id}) => id ?? [])),
    deletedBefore,
    leftOut,
    lossGuard,
    restores,
    isFailFast,
  });

  const send = (inputs: readonly Change[], show: typeof showApplied, words: ChangeWords = changeWords) =>
    executeWrites(context, {
      ...words,
      concurrency,
      isFailFast,
      write,
      inputs,
      hintOnQuit: adviseToResume(planned),
      show: pages => show(context, pages, inputs),
    });
  const sendFollowUp = async (changes: readonly Change[]) => {
    const error = await findError(send(changes, awaitApplied));
    // Members that the API refuses to remove show in the verification, and are named there.
    const isRefusal =
      error instanceof BizctlError && !(error instanceof InterruptedError || error instanceof LocalError);
    if (error !== undefined && !isRefusal) throw error;
  };
  const readAll = async (expected: Expected = {}) => {
    const readback = await readBack(context, planned, {
      created,
      deletedIds: listDeleted(made, created),
      updatedIds: made.flatMap(({action, id}) => (action === 'update' ? (id ?? []) : [])),
      updates: scope.updates,
      replies,
      leftOut,
      ...expected,
    });
    effects = scope.merge(readback.effects);
    return readback;
  };

  return {
    created,
    made,
    sendPlan: async () => {
      const isShown = source !== 'fleet' && isWriting;
      const error = await findError(send(plan.changes, isShown ? showApplied : awaitApplied));
      return lossGuard.withAdvice(withName(plan.changes, error, changeWords), restores ? undefined : planned.meta.id);
    },
    setDefaults: async () => {
      const defaults = await findDefaultChoices(
        context,
        planned,
        {made, created, deletedIds: listDeleted(made, created), replies},
        run,
      );
      if (defaults.length === 0) return;
      defaultsSet = defaults.length;
      const isShown = source !== 'fleet' && !isWriting;
      const error = await findError(send(defaults, isShown ? showApplied : awaitApplied, defaultWords));
      if (error !== undefined) throw withName(defaults, error, defaultWords);
      // The plan of a run that is resumed does not show them.
      const names = defaults.map(({name}) => JSON.stringify(name)).join(', ');
      if (run && isWriting) await context.reporter.note(`set the default choice of ${names}`);
    },
    countDefaults: () => defaultsSet,
    readAll,
    verifyResult: async () => {
      const readback = await readAll();
      const isRepeated = run !== undefined && !isWriting;
      const unremoved = restores
        ? findUnremoved(readback.plan.changes, plan.changes, replies, listSentWhole(desired.fields))
        : [];
      if (unremoved.length === 0) return verify(context, planned, readback, isRepeated);
      await sendFollowUp(unremoved);
      return verify(context, planned, await readAll(), isRepeated);
    },
    describeUnset: () => describeUnsetDefaults(planned, {made, replies}, run),
    listEffects: () => effects,
  };
}

type ChangeWords = Pick<WriteBatch<Change, unknown>, 'noun' | 'verb' | 'nameOf'>;

const changeWords: ChangeWords = {
  noun: 'changes',
  verb: 'applied',
  nameOf: ({action, name}) => `${action} ${JSON.stringify(name)}`,
};

/** For the second requests, which a plan does not count. */
const defaultWords: ChangeWords = {
  noun: 'default choices',
  verb: 'set',
  nameOf: ({name}) => `default choice of ${JSON.stringify(name)}`,
};

/** Prefixes the error with the change if there is only one; otherwise the report of each failure names it. */
function withName([change, ...others]: readonly Change[], failure: unknown, {nameOf}: ChangeWords): unknown {
  const isOnly = change !== undefined && others.length === 0;
  const hasName = failure instanceof InterruptedError || failure instanceof HalfDoneError;
  if (!isOnly || hasName || !(failure instanceof BizctlError)) return failure;
  return failure.with({message: `${nameOf(change)}: ${failure.message}`});
}

/** The ids of fields that were deleted; the API may give that of a replaced field to the new one. */
function listDeleted(changes: readonly Change[], created: readonly string[]): readonly string[] {
  return changes.filter(isDeletion).flatMap(({id}) => (id === undefined || created.includes(id) ? [] : [id]));
}
