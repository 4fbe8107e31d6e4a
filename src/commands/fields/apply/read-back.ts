import {isNumbering} from '../../../api/differences.js';
import {readSettledFields} from '../../../api/fields.js';
import {isLive} from '../../../api/looks-deleted.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {pollingTime, pollUntil} from '../../../base/poll-until.js';
import {createSuggester} from '../../../base/suggest-command.js';
import {sameJson} from '../../../json/same-json.js';
import {withoutReplacedIds} from '../../../plan/desired-field.js';
import {type Altered, findAltered} from '../../../plan/find-altered.js';
import {findSideEffects, type SideEffect} from '../../../plan/find-side-effects.js';
import type {RecordedEffect} from '../../../plan/journal-entry.js';
import {describeAdded} from '../../../plan/list-added.js';
import {type Change, isUnmarkOnly, type Permissions, type Plan, type Refusal} from '../../../plan/plan.js';
import {planChanges} from '../../../plan/plan-changes.js';
import {findRecordedEffects} from '../../../plan/recorded-effects.js';
import type {TenantPlan} from '../../../plan/tenant-plan.js';
import {describeKeptUndocumented, describeUnrestored} from '../../../plan/undocumented-losses.js';
import {createStaleTest, type Expected} from './expected.js';

export interface Readback {
  /** The changes that are still needed; none if the tenant matches. */
  readonly plan: Plan;
  /** Ids of created fields that are not listed. */
  readonly missing: readonly string[];
  /**
   * True if the list lacks what is known to be on the tenant: a deletion, an updated field, or what its reply showed.
   */
  readonly isBehind: boolean;
  /** Names of created fields that no file declares: the API has changed them. */
  readonly renamed: readonly string[];
  readonly sideEffects: readonly SideEffect[];
  /** Other changes that the API made to updated fields, for an undo. */
  readonly effects: readonly RecordedEffect[];
  readonly altered: readonly Altered[];
  /** Lists what the undo did not restore: members that the API added inside those sent, or kept. */
  readonly findUnrestored: () => readonly string[];
  /** Fields that the plan leaves alone, and that are no longer listed. */
  readonly vanished: readonly CustomField[];
}

/** Polls until the tenant matches and lists all created fields, or a lagging list would have caught up. */
export async function readBack(
  {http, timing, signal, options}: ApiContext,
  {plan, desired: declared, meta, current}: TenantPlan,
  {
    created = [],
    deletedIds = [],
    updatedIds = [],
    updates = plan.changes.filter(isUpdate),
    replies = new Map<string, CustomField>(),
    leftOut = new Map(),
    isDone = isConverged,
  }: Expected,
): Promise<Readback> {
  const desired = withoutReplacedIds(declared.fields, plan.changes);
  const planFor = (fields: readonly CustomField[], permissions: Permissions) =>
    planChanges(desired, fields, permissions, {suggest: createSuggester(options), signal});
  const shown = [...replies.values()].filter(reply => reply !== undefined);
  const isStale = createStaleTest(shown, await planFor(shown, {...meta.permissions, isPruning: false}));
  const names = new Set(desired.map(({name}) => name));
  const own = new Set(created);
  const changed = new Set(plan.changes.map(({id}) => id));
  const isLeftAlone = (field: CustomField) => !changed.has(field.id) && !names.has(field.name ?? '') && isLive(field);
  const optionsBefore = new Map(plan.changes.map(({id, before}) => [id, before?.['options']]));
  const leftAlone = current.filter(isLeftAlone);
  const read = async () => {
    const fields: readonly CustomField[] = await readSettledFields(http);
    const listed = new Set(fields.map(({id}) => id));
    const undeleted = new Set(fields.filter(isLive).map(({id}) => id));
    const again = await planFor(fields, meta.permissions);
    // The API may number choices itself: once the options have changed, a difference in numbering alone is settled.
    const unsettled = again.changes.filter(
      ({id, before, differences}) =>
        !differences.every(isNumbering) || sameJson(before?.['options'] ?? null, optionsBefore.get(id) ?? null),
    );
    return {
      plan: {...again, changes: again.changes.filter(change => !isUnmarkOnly(change))},
      missing: created.filter(id => !listed.has(id)),
      isBehind:
        deletedIds.some(id => undeleted.has(id)) ||
        updatedIds.some(id => !listed.has(id)) ||
        again.changes.some(isStale),
      sideEffects: findSideEffects(updates, fields),
      effects: findRecordedEffects(updates, fields, new Set(unsettled.map(({id}) => id))),
      altered: findAltered(plan.changes, fields, created, desired),
      findUnrestored: () => [
        ...describeAdded(plan.changes, declared.fields, fields),
        ...describeKeptUndocumented(plan.changes, fields),
        ...describeUnrestored(plan.changes, fields, leftOut),
      ],
      vanished: leftAlone.filter(({id}) => id !== undefined && !listed.has(id)),
      renamed: fields.flatMap(({id, name}) =>
        id !== undefined && own.has(id) && typeof name === 'string' && !names.has(name) ? [name] : [],
      ),
    };
  };
  // A list may show a new field before all of its members.
  const isWhole = ({altered}: Readback) =>
    isDone !== isConverged || altered.every(({isNew, labels}) => !isNew || labels.length === 0);
  // Only fields that are known to be written are worth the longest wait.
  const isSettled = (found: Readback, waitedMs: number) =>
    found.missing.length === 0 &&
    !found.isBehind &&
    ((isDone(found.plan) && found.vanished.length === 0 && isWhole(found)) || waitedMs >= pollingTime(timing));
  return pollUntil({timing, signal}, read, isSettled, timing.maxLagMs);
}

function isConverged({changes, refusals}: Plan): boolean {
  return changes.length === 0 && !refusals.some(isDuplicate);
}

export function isDuplicate({reason}: Refusal): boolean {
  return reason === 'duplicate';
}

function isUpdate({action}: Change): boolean {
  return action === 'update';
}
