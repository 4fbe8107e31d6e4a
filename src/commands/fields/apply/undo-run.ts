import {toIdWords} from '../../../api/find-field.js';
import type {ApiContext} from '../../../app/api-context.js';
import {closeRun, openRun, readRun} from '../../../app/run-store.js';
import {describeFirst} from '../../../base/and-more.js';
import {StaleError} from '../../../base/errors.js';
import {createSuggester} from '../../../base/suggest-command.js';
import {markDeleted} from '../../../plan/deleted-since.js';
import type {DesiredField} from '../../../plan/desired-field.js';
import {findSideEffects, type SideEffect} from '../../../plan/find-side-effects.js';
import {listCreatedIds, listDeletedIds, listSurelyDeletedIds, type UnlistedWrite} from '../../../plan/find-unlisted.js';
import {listSeenFields} from '../../../plan/list-seen-fields.js';
import {listUpdates} from '../../../plan/recorded-effects.js';
import {compareRuns, hasReadBack, hasWritten, type Run} from '../../../plan/run.js';
import {readPlanOf} from '../../../plan/saved-plan.js';
import {haveKeptNames, isSameToken} from '../../../plan/tenant-identity.js';
import {describeChangedSince, describeUnsent, findLeftAlone} from '../../../plan/undo/find-left-alone.js';
import {followRecreated} from '../../../plan/undo/follow-recreated.js';
import {planUndo} from '../../../plan/undo/plan-undo.js';
import {planTenant} from '../plan/plan-tenant.js';
import {requireNoRefusals, showPlan} from '../plan/show-plan.js';
import {findOtherRuns, findRun} from '../runs/find-run.js';
import {identifyTenant, refuseOtherAddress, refuseOtherTenant} from '../runs/identify-tenant.js';
import {readAfterRun} from '../runs/read-after-run.js';
import {
  describeUnknown,
  describeUnlisted,
  findUnknown,
  findUnlistedWrites,
  mayBeCarriedOut,
  mayStillAppear,
} from '../runs/unlisted-fields.js';
import {lockTenant} from '../write/lock-tenant.js';
import {refuseStale} from './apply-plan.js';
import {applyUndo, type UndoOptions} from './apply-undo.js';
import {
  AlreadyUndoneError,
  describeIncomplete,
  orRefuse,
  PartlyUndoneError,
  refuseDamaged,
  refuseIdle,
} from './undo-errors.js';
import {withoutUndone} from './without-undone.js';

/**
 * Undoes a run as far as possible or, in a dry run, shows how.
 *
 * @throws StaleError if it was already undone or belongs to another tenant; IncompleteError if something is not undone
 */
export async function undoRun(context: ApiContext, run: string, options: UndoOptions): Promise<void> {
  // Locked before the run is read, because it may still be writing.
  const unlock = options.dryRun ? () => {} : await lockTenant(context, identifyTenant(context));
  try {
    // A damaged journal is moved aside only when its run is undone.
    const original = await (options.dryRun ? readRun : openRun)(context, run).catch(refuseDamaged);
    refuseIdle(original);
    const {planned, warnings, hasUnknown, notUndone, isUndoneInPart} = await planUndoRun(context, original);
    refuseIdle(original, notUndone);
    if (options.reviewed) refuseStale(options.reviewed, planned);
    const {plan} = planned;
    // A fleet shows them before it asks.
    const isShown = options.reviewed !== undefined && !context.options.yes;
    const remarks = [...warnings, ...notUndone].map(message => ({message}));
    if (options.dryRun) {
      await showPlan(context, {...planned, plan: {...plan, warnings: [...plan.warnings, ...remarks]}});
      requireNoRefusals(plan);
    } else {
      if (!isShown) for (const {message} of remarks) await context.reporter.warn(message);
      await applyUndo(context, planned, original, options);
    }
    if (notUndone.length > 0) {
      const isPartial = plan.changes.length > 0 || (isUndoneInPart && !options.dryRun);
      throw new PartlyUndoneError(`run ${run} ${describeIncomplete(isPartial, options)}: ${describeFirst(notUndone)}`, {
        hint: `The warnings list what ${options.dryRun ? 'cannot be' : 'was not'} undone; fix it by hand if needed.`,
      });
    }
    if (options.dryRun) return;
    await closeRun(context, run, 'undone');
    await reopen(context, original.undoes);
    await context.reporter.note(
      hasUnknown
        ? `run ${run} is undone, but some of its writes may still take effect`
        : `verified: run ${run} is undone`,
    );
  } finally {
    unlock();
  }
}

/**
 * Reopens a run whose undo was undone: it is in effect again, and can be undone again. If it was an undo itself, the
 * run that it had undone counts as undone once more.
 */
async function reopen(context: ApiContext, undone: string | undefined): Promise<void> {
  const [run] = undone === undefined ? [] : await findRun(context, undone);
  if (run?.outcome !== 'undone') return;
  await closeRun(context, run.run, run.outcomeBeforeUndo ?? 'interrupted');
  const [before] = run.undoes === undefined ? [] : await findRun(context, run.undoes);
  if (before?.outcome === 'undone' || !before?.wasUndone) return;
  await closeRun(context, before.run, 'undone');
  await reopen(context, before.undoes);
}

/**
 * Plans the changes that undo a run.
 *
 * @throws StaleError if it was undone, or belongs to another tenant; DamagedJournalError if its journal was changed
 */
export async function planUndoRun(context: ApiContext, given: Run) {
  const refuseUndone = (count: number) => {
    if (given.outcome === 'undone' && count === 0) throw new AlreadyUndoneError(given);
  };
  refuseUndone(given.writes.filter(write => mayBeCarriedOut(context, write)).length);
  const {desired, tenant} = orRefuse(() => readPlanOf(given));
  refuseOtherAddress(context, tenant, `run ${given.run}`, ['fields', 'undo', given.run]);
  const others = await findOtherRuns(context, given);
  const later = others.filter(other => compareRuns(other, given) > 0);
  const left = withoutUndone(context, given, later);
  refuseUndone(left.writes.length);
  const current = markDeleted(await readAfterRun(context, left), left);
  const {run, ids} = followRecreated(left, later, current);
  const seen = listSeenFields(run);
  // Single fields may have been renamed since.
  const isSame = isSameToken(tenant, identifyTenant(context)) && haveKeptNames(seen, current);
  const mayBeElsewhere = !isSame && (await refuseOtherTenant(context, tenant, seen, current));
  const isOther = ({members}: SideEffect) => members.includes('name') || members.includes('type');
  const effects = findSideEffects(listUpdates(run), current).filter(effect => !isOther(effect));
  const hasMadeOrDeleted = run.writes.some(({action}) => action === 'create' || action === 'delete');
  const undos = others.filter(({undoes}) => undoes === run.run);
  const foreign = others.filter(({undoes}) => undoes !== run.run);
  const listForeign = (runs: readonly Run[]) => new Set(runs.flatMap(listCreatedIds).filter(id => !ids.has(id)));
  const listedIds = new Set(current.map(({id}) => id));
  const suggest = createSuggester(context.options);
  const leftAlone = findLeftAlone(effects, run, others);
  const {fields, permissions, warnings, notUndone} = planUndo({
    run,
    desired,
    current,
    foreignIds: listForeign(foreign),
    laterIds: listForeign(later.filter(({undoes}) => undoes !== run.run)),
    recreatedIds: listForeign(later.filter(({undoes}) => undoes !== undefined && undoes !== run.run)),
    rewrittenIds: new Set(later.flatMap(({writes}) => writes.map(({id}) => id))),
    deletedLaterIds: new Set(later.flatMap(listSurelyDeletedIds)),
    undos,
    mayHaveCleared:
      hasMadeOrDeleted ||
      effects.length > 0 ||
      !hasReadBack(run) ||
      undos.some(undo => undo.outcome === undefined || undo.effects.some(({lost}) => lost.length > 0)),
    // A tenant that has all fields that the run saw and created is the same one.
    mayBeElsewhere: mayBeElsewhere && seen.some(({id}) => !listedIds.has(id)),
    suggest,
  });
  const deletedIds = new Set([run, ...others].flatMap(listDeletedIds));
  const unlisted = run.writes.filter(
    write => !listedIds.has(write.id) && !deletedIds.has(write.id ?? '') && mayStillAppear(context, run, write),
  );
  // Not read again: a replica that is behind would show nothing to undo.
  const planAll = (wanted: readonly DesiredField[]) =>
    planTenant(context, {fields: wanted, tenant: undefined}, permissions, {current});
  const all = await planAll(fields);
  const isOfUndo = ({run: other}: UnlistedWrite) => undos.includes(other);
  const recreated = findUnlistedWrites(context, others, all.plan.changes, current).filter(isOfUndo);
  const names = new Set(recreated.map(({write}) => write.name));
  // An earlier undo has created them, and the list does not show it yet.
  const planned = names.size === 0 ? all : await planAll(fields.filter(({name}) => !names.has(name)));
  refuseUndone(planned.plan.changes.length + notUndone.length);
  // A run must not count as undone because it was looked for on another tenant (row 156).
  if (mayBeElsewhere && planned.plan.changes.length + notUndone.length + unlisted.length === 0)
    throw new StaleError(
      `run ${run.run} has nothing left to undo here; this may be a different tenant`,
      'Use the token that the run was made with.',
    );
  const unknown = findUnknown(context, run, planned.plan.changes, current);
  // An undo declares nothing, so nothing is undeclared.
  const plan = {...planned.plan, undeclared: []};
  return {
    planned: {...planned, plan, undoes: run.run},
    isUndoneInPart: undos.some(hasWritten),
    warnings: [
      ...warnings,
      ...leftAlone.since.map(({name, members}) => describeChangedSince(name, members)),
      ...unknown.map(write => describeUnknown(write, run, suggest)),
    ],
    hasUnknown: unknown.length > 0,
    notUndone: [
      ...notUndone,
      ...leftAlone.unsent.map(describeUnsent),
      ...recreated.map(
        each =>
          `${describeUnlisted([each])} yet; undo the run again later (after ten minutes, the field counts as deleted)`,
      ),
      ...unlisted.map(
        ({name, id = ''}) =>
          `${JSON.stringify(name)} was created as ${id}, but is not listed yet (after ten minutes, it counts as deleted); to delete it, run: ${suggest('fields', 'delete', ...toIdWords(id))}`,
      ),
    ],
  };
}
