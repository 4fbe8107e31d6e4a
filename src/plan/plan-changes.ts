import {isLive, looksDeleted, withoutArchivedTwins} from '../api/looks-deleted.js';
import type {CustomField} from '../api/schemas.js';
import {compareCodeUnits} from '../base/compare-code-units.js';
import type {SuggestCommand} from '../base/suggest-command.js';
import {mapInSteps, yieldToSignals} from '../base/yield-to-signals.js';
import {hasUnread} from './build-bodies.js';
import {listChoiceWarnings} from './choice-warnings.js';
import {adoptOptions} from './choices/adopt-options.js';
import {describeDeletionSigns, describeSkipped} from './describe-deletion-signs.js';
import type {DesiredField} from './desired-field.js';
import {type FieldMatch, matchFields} from './match-fields.js';
import {describeOddChoices} from './odd-choices.js';
import type {Action, Change, Permissions, Plan} from './plan.js';
import {nameOf, planChange, planCreate, planDelete} from './plan-field.js';
import {findFlawRefusals, findIdRefusals, findReplacementRefusals} from './plan-refusals.js';
import {describeEmptyTypes, describeObsoleteIds, describeUndocumented} from './plan-warnings.js';
import {describeRenames} from './rename-warnings.js';

type PlannedMatch = ReturnType<typeof planMatch>;

/** The change that is planned for a declared field, and the remarks on its choices. */
function planMatch({desired, current}: FieldMatch) {
  const {name, members, isExact} = desired;
  const isOwn = current?.id !== undefined && desired.id === current.id;
  const adopted =
    members['options'] === undefined
      ? undefined
      : adoptOptions(members['options'], current?.['options'], {isExact, isOwn});
  const change = current ? planChange(desired, current, adopted) : planCreate(desired);
  return {
    desired,
    change,
    warnings: adopted ? listChoiceWarnings(desired, adopted, change?.action === 'replace') : [],
    withoutDefault: !isExact && adopted?.adoptedDefault.unknownId !== undefined ? [name] : [],
  };
}

/**
 * Plans the changes that make the current fields match the declared ones. The order of either list does not matter.
 *
 * @throws the reason of the signal once it is aborted
 */
export async function planChanges(
  desired: readonly DesiredField[],
  current: readonly CustomField[],
  permissions: Permissions,
  {suggest, signal}: {readonly suggest: SuggestCommand; readonly signal: AbortSignal},
): Promise<Plan> {
  const {matches, refusals, undeclared} = matchFields(desired, current, suggest);
  const planned = await mapInSteps(matches, planMatch, signal);
  await yieldToSignals(signal);
  const isKept = ({desired: {isProtected}, change}: PlannedMatch) => isProtected && change?.action === 'replace';
  const kept = planned.filter(isKept).flatMap(({change}) => change ?? []);
  const declared = planned.filter(match => !isKept(match)).flatMap(({change}) => change ?? []);
  const unchanged = planned.filter(({change}) => !change);
  const skipped = permissions.isPruning ? undeclared.filter(looksDeleted) : [];
  const toDelete = undeclared.filter(
    field => isLive(field) && (permissions.isPruning || permissions.idsToDelete?.has(field.id ?? '')),
  );
  const deletes = toDelete.map(planDelete);
  const isDeleted = new Set(toDelete);
  const isUndeclared = new Set(undeclared);
  const changes = [...declared, ...deletes].toSorted(byNameAndAction);
  // An undo creates what was there before.
  const exact = new Set(desired.filter(({isExact}) => isExact).map(({name}) => name));
  const creates = declared.filter(({action, name}) => action === 'create' && !exact.has(name));
  return {
    changes,
    unchanged: unchanged.length,
    unchangedWithWriteOnly: unchanged.flatMap(({desired: {name, members}}) => (hasUnread(members) ? [name] : [])),
    undeclared: withoutArchivedTwins(current)
      .filter(field => isUndeclared.has(field) && !isDeleted.has(field))
      .map(nameOf)
      .toSorted(),
    kept: kept.toSorted((a, b) => compareCodeUnits(a.name, b.name)),
    refusals: [
      ...refusals,
      ...findIdRefusals(changes),
      ...findReplacementRefusals(changes, permissions),
      ...findFlawRefusals(declared, desired),
    ],
    warnings: [
      ...describeUndocumented(desired, current),
      ...describeObsoleteIds(declared, desired),
      ...describeDeletionSigns(
        [...matches.map(match => match.current), ...(permissions.isPruning ? undeclared : toDelete)].filter(
          field => field !== undefined,
        ),
      ),
      ...describeSkipped(skipped),
      ...describeEmptyTypes(matches),
      ...describeOddChoices(matches),
      ...describeRenames(creates, undeclared, toDelete),
      ...planned.flatMap(({warnings}) => warnings),
    ],
    withoutDefault: planned.flatMap(({withoutDefault}) => withoutDefault),
  };
}

const order: readonly Action[] = ['create', 'update', 'replace', 'delete'];

function byNameAndAction(a: Change, b: Change): number {
  return (
    order.indexOf(a.action) - order.indexOf(b.action) ||
    compareCodeUnits(a.name, b.name) ||
    compareCodeUnits(a.id ?? '', b.id ?? '')
  );
}
