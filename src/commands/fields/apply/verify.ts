import type {ApiContext} from '../../../app/api-context.js';
import {describeFirst, listFirst} from '../../../base/and-more.js';
import {countNouns} from '../../../base/count-nouns.js';
import {IncompleteError} from '../../../base/errors.js';
import type {SideEffect} from '../../../plan/find-side-effects.js';
import {type Change, mayBeIgnored, type Plan, showRemark} from '../../../plan/plan.js';
import type {TenantPlan} from '../../../plan/tenant-plan.js';
import {adviseToRestoreMembers, describeCleared} from '../show/describe-cleared.js';
import {adviceByHand, adviceOnCarried, adviceOnRenamed, adviseOnRemaining} from './advise-on-mismatch.js';
import {
  describeAltered,
  describeIgnored,
  describeMissing,
  describeRemaining,
  describeVanished,
  maxReported,
  withRenamed,
} from './describe-mismatch.js';
import {isDuplicate, type Readback} from './read-back.js';

/**
 * Requires that a new plan after all writes is empty.
 *
 * @param isRepeated true for a resumed run that had nothing left to write
 * @returns the new plan, with nothing but changes that the API may ignore
 * @throws IncompleteError if the tenant does not match
 */
export async function verify(
  context: ApiContext,
  planned: TenantPlan,
  {plan, missing, renamed, sideEffects, altered, findUnrestored, vanished}: Readback,
  isRepeated: boolean,
): Promise<Plan> {
  const {undoes} = planned;
  const remaining = plan.changes.filter(change => !mayBeIgnored(change));
  const duplicates = plan.refusals.filter(isDuplicate);
  const isOnlyLost =
    duplicates.length + missing.length === 0 && remaining.every(change => remainsOnlyForLoss(change, sideEffects));
  const problems = [...duplicates.map(showRemark), ...remaining.map(describeRemaining)];
  const mismatch = isOnlyLost ? undefined : describeMismatch(problems, {missing, renamed});
  if (problems.length > 1 && undoes === undefined)
    for (const problem of problems.slice(0, maxReported)) await context.reporter.warn(problem);
  await warnOfSideEffects(context, sideEffects);
  if (vanished.length > 0) await context.reporter.warn(describeVanished(vanished));
  if (mismatch !== undefined) {
    // Missing ids alone do not prove that the tenant differs: the list may show the fields with other ids.
    const isOther = problems.length > 0;
    const problem =
      undoes === undefined
        ? `all writes succeeded, but ${isOther ? 'the tenant does not match the files: ' : ''}`
        : `run ${undoes} was ${isPartial(planned.plan, remaining) ? 'only partly' : 'not'} undone: `;
    const isRenamed = renamed.length > 0 && undoes === undefined;
    throw new IncompleteError(
      `${problem}${mismatch}`,
      isRenamed ? adviceOnRenamed : adviseOnRemaining(planned, remaining, duplicates, isRepeated),
    );
  }
  if (undoes === undefined)
    for (const warning of altered.flatMap(describeAltered)) await context.reporter.warn(warning);
  const notCarried = altered.flatMap(({name, isNew, labels}) =>
    isNew && labels.length > 0 ? JSON.stringify(name) : [],
  );
  if (undoes === undefined && notCarried.length > 0)
    throw new IncompleteError(
      `all writes succeeded, but not everything was carried over to ${listFirst(notCarried, maxReported)}`,
      adviceOnCarried,
    );
  // An API may complete what an apply declares; what an undo restores was complete.
  const deviations = undoes === undefined ? [] : findUnrestored();
  if (deviations.length > 0)
    throw new IncompleteError(
      `run ${undoes} was only partly undone: ${listFirst(deviations, maxReported, '; ', '; ')}`,
      adviceByHand,
    );
  const lost = describeFirst(describeCleared(sideEffects));
  if (lost !== undefined)
    throw new IncompleteError(
      `all writes succeeded, but ${lost}`,
      undoes === undefined ? {hint: adviseToRestoreMembers(planned.meta.id)} : adviceByHand,
    );
  for (const change of plan.changes) await context.reporter.note(describeIgnored(change));
  return plan;
}

/**
 * Warns if the tenant lacks changes that a partly failed run made.
 *
 * @param made the names of the fields whose changes were made
 * @returns changes that the API has ignored; none if the list may lag behind
 */
export async function reportAfterFailure(
  {reporter}: ApiContext,
  {plan, missing, renamed, altered, sideEffects, vanished}: Readback,
  made: ReadonlySet<string>,
): Promise<readonly Change[]> {
  const remaining = plan.changes.filter(change => made.has(change.name) && !remainsOnlyForLoss(change, sideEffects));
  const mayLag = missing.length > 0 || !remaining.every(mayBeIgnored);
  const open = mayLag ? remaining : [];
  const named = new Set(open.map(({name}) => name));
  const [unlisted, others] = [open.filter(isCreate), open.filter(change => !isCreate(change))];
  const duplicates = plan.refusals.filter(isDuplicate).map(showRemark);
  const warnings = [
    ...others.map(describeRemaining),
    ...[...unlisted.map(describeRemaining), ...duplicates].map(problem => withRenamed(problem, renamed)),
    ...(unlisted.length > 0 ? [] : missing.map(describeMissing)),
    ...altered.filter(({name}) => made.has(name) && !named.has(name)).flatMap(describeAltered),
    ...(vanished.length > 0 ? [describeVanished(vanished)] : []),
  ];
  for (const warning of warnings.slice(0, maxReported)) await reporter.warn(warning);
  const rest = warnings.length - maxReported;
  if (rest > 0) await reporter.warn(`the tenant differs in ${countNouns(rest, 'more way')}`);
  if (mayLag) return [];
  for (const change of remaining) await reporter.note(describeIgnored(change));
  return remaining;
}

export async function warnOfSideEffects({reporter}: ApiContext, sideEffects: readonly SideEffect[]): Promise<void> {
  for (const {name, members} of sideEffects.slice(0, maxReported))
    await reporter.warn(
      `${JSON.stringify(name)}: the API also changed members that were not sent: ${members.join(', ')}`,
    );
  const rest = sideEffects.length - maxReported;
  if (rest > 0)
    await reporter.warn(`in ${countNouns(rest, 'more field')}, the API also changed members that were not sent`);
}

/** True if some of the planned changes, or of their differences, are not left. */
function isPartial({changes}: Plan, remaining: readonly Change[]): boolean {
  const left = new Map(remaining.map(({name, differences}) => [name, differences.length]));
  return changes.some(({name, differences}) => (left.get(name) ?? -1) < differences.length);
}

/** True for an update that remains only because the API cleared a member. */
function remainsOnlyForLoss({action, id, differences}: Change, sideEffects: readonly SideEffect[]): boolean {
  const lost = sideEffects.find(each => each.id === id)?.lost ?? [];
  return action === 'update' && differences.every(({path}) => lost.includes(/^[^.[]*/.exec(path)?.[0] ?? ''));
}

/** Describes how the tenant differs from what was applied; `undefined` if it matches. */
function describeMismatch(
  problems: readonly string[],
  {missing, renamed}: Pick<Readback, 'missing' | 'renamed'>,
): string | undefined {
  const problem = describeFirst(problems);
  const unlisted = describeFirst(missing);
  if (problem === undefined) return unlisted && describeMissing(unlisted);
  return withRenamed(problem, renamed);
}

function isCreate({action}: Change): boolean {
  return action === 'create';
}
