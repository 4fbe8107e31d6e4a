import {type CustomField, isMarkedDeleted} from '../api/schemas.js';
import {compareText} from '../base/compare-text.js';
import type {SuggestCommand} from '../base/suggest-command.js';
import {warnOfChoices} from './choice-warnings.js';
import {describeDeletionSigns} from './describe-deletion-signs.js';
import {describeValues} from './describe-values.js';
import type {DesiredField} from './desired-field.js';
import {matchFields} from './match-fields.js';
import type {Action, Change, Permissions, Plan} from './plan.js';
import {nameOf, planChange, planCreate, planDelete} from './plan-field.js';
import {
  describeEmptyTypes,
  describeMisspellings,
  describeObsoleteIds,
  describeRenames,
  findFlawRefusals,
  findIdRefusals,
  findReplacementRefusals,
} from './plan-warnings.js';
import {describeUnknownMembers} from './unknown-member.js';

/** Plans the changes that make the current fields match the declared ones. The order of either list does not matter. */
export function planChanges(
  desired: readonly DesiredField[],
  current: readonly CustomField[],
  permissions: Permissions,
  suggest: SuggestCommand,
): Plan {
  const {matches, refusals, undeclared} = matchFields(desired, current, suggest);
  const kept: Change[] = [];
  let unchangedHints = 0;
  const declared = matches.flatMap(match => {
    const change = match.current ? planChange(match.desired, match.current) : planCreate(match.desired);
    if (!change && (match.desired.members['hint'] ?? null) !== null) unchangedHints += 1;
    if (change?.action !== 'replace' || !match.desired.isProtected) return change ?? [];
    kept.push(change);
    return [];
  });
  const toDelete = undeclared.filter(
    field => !isMarkedDeleted(field) && (permissions.isPruning || permissions.idsToDelete?.has(field.id ?? '')),
  );
  const deletes = toDelete.map(planDelete);
  const isDeleted = new Set(toDelete);
  const changes = [...declared, ...deletes].toSorted(byNameAndAction);
  const choices = warnOfChoices(matches);
  const creates = declared.filter(({action}) => action === 'create');
  // An undo creates what was there before.
  const exact = new Set(desired.filter(({isExact}) => isExact).map(({name}) => name));
  return {
    changes,
    unchanged: matches.length - declared.length - kept.length,
    unchangedHints,
    undeclared: undeclared
      .filter(field => !isDeleted.has(field))
      .map(nameOf)
      .toSorted(),
    kept: kept.toSorted((a, b) => compareText(a.name, b.name)),
    refusals: [
      ...refusals,
      ...findIdRefusals(changes),
      ...findReplacementRefusals(changes, permissions),
      ...findFlawRefusals(declared, desired),
    ],
    warnings: [
      ...describeUnknownMembers(desired),
      ...describeValues(desired),
      ...describeMisspellings(declared, desired, current),
      ...describeObsoleteIds(declared, desired),
      ...describeDeletionSigns(
        [...matches.map(match => match.current), ...toDelete].filter(field => field !== undefined),
      ),
      ...describeEmptyTypes(matches),
      ...describeRenames(
        creates.filter(({name}) => !exact.has(name)),
        undeclared,
        toDelete,
      ),
      ...choices.warnings,
    ],
    withoutDefault: choices.withoutDefault,
  };
}

const order: readonly Action[] = ['create', 'update', 'replace', 'delete'];

function byNameAndAction(a: Change, b: Change): number {
  return (
    order.indexOf(a.action) - order.indexOf(b.action) ||
    compareText(a.name, b.name) ||
    compareText(a.id ?? '', b.id ?? '')
  );
}
