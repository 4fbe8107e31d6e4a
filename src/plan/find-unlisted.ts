import {findDifferences, isOmission} from '../api/differences.js';
import {type CustomField, isMarkedDeleted, writeOnlyMembers} from '../api/schemas.js';
import {compareText} from '../base/compare-text.js';
import {type Json, type JsonObject, memberOf, sameJson} from '../json/json.js';
import {looksDeleted} from './describe-deletion-signs.js';
import {compareRuns, type Run, type WriteState} from './journal.js';
import type {Change} from './plan.js';
import {updateBodiesOf} from './planned-change.js';
import {toPlainName} from './similar-names.js';

export type ChangedField = Pick<Change, 'action' | 'name' | 'id'>;

export interface UnlistedWrite {
  readonly run: Run;
  readonly write: WriteState;
  /**
   * True for an update whose reply still had the old values: the API may ignore it, or reply with an older state. Also
   * for one of a field that was not read, as what is listed may be somebody else's change.
   */
  readonly mayBeIgnored: boolean;
}

/** Lists the ids of the fields that a run has deleted, or may have deleted. */
export function listDeletedIds({writes}: Run): readonly string[] {
  return writes.flatMap(({action, state, id = []}) => (action === 'delete' && state !== 'failed' ? id : []));
}

export function listCreatedIds({writes}: Run): readonly string[] {
  return writes.flatMap(({action, state, id = []}) => (action === 'create' && state === 'done' ? id : []));
}

/** The changes a command plans, and which fields' listed state they depend on. */
export interface CommandScope {
  readonly changes: readonly ChangedField[];
  readonly dependsOn: (field: Pick<WriteState, 'id' | 'name'>) => boolean;
}

/**
 * Finds recent writes that the list does not show yet and that the command would therefore repeat or revert (row 138).
 *
 * @param current the listed fields
 */
export function findUnlisted(
  runs: readonly Run[],
  {changes, dependsOn}: CommandScope,
  current: readonly CustomField[],
): readonly UnlistedWrite[] {
  // The list may be long.
  if (runs.length === 0) return [];
  const listed = new Map(current.map(field => [field.id, field]));
  const liveNames = new Set(current.filter(field => !isMarkedDeleted(field)).map(({name}) => name));
  const {existence, updates} = findLatest(runs);
  const marks = [...updates.values()].flat().filter(({member, sent}) => member === 'deleted' && sent === true);
  const hidden = new Set(marks.map(({write}) => write.id));
  const findOutdated = (write: WriteState) => {
    const field = listed.get(write.id);
    return field ? (updates.get(write) ?? []).filter(update => isOutdated(update, field)) : [];
  };
  // A write by id was recorded without a name.
  const isRelevant = ({id, name, listedAs = name}: WriteState) =>
    dependsOn({id, name: listed.get(id)?.name ?? listedAs});
  const isCreating = changes.some(({action}) => action === 'create');
  const isStillListed = (write: WriteState) => {
    const field = listed.get(write.id);
    const isListed = field !== undefined && !isMarkedDeleted(field) && !looksDeleted(field);
    // A list that still shows deleted fields may also lack created ones.
    return changes.some(({id}) => id === write.id) || (isListed && (isCreating || isRelevant(write)));
  };
  const isRepeated = ({name, listedAs = name, state}: WriteState) =>
    changes.some(
      change =>
        [name, listedAs].some(each => toPlainName(each) === toPlainName(change.name)) &&
        (change.action === 'create' || (change.action === 'replace' && state === 'done')),
    );
  const isNotYetListed = (write: WriteState) => {
    const {id, name, state} = write;
    // If the id is unknown, any field of that name may be the created one.
    if (listed.has(id) || (id === undefined && liveNames.has(name))) return false;
    return isRepeated(write) || (state === 'done' && dependsOn(write));
  };
  // A search index may leave out a field for a moment after an update.
  const hasVanished = (write: WriteState) => {
    const {id = '', state} = write;
    const mayBeGone = existence.get(id)?.action === 'delete' || hidden.has(id);
    return state === 'done' && !listed.has(id) && !mayBeGone && (isRepeated(write) || isRelevant(write));
  };
  const isNotYetRestored = (write: WriteState) =>
    !listed.has(write.id) &&
    (isCreating || isRelevant(write)) &&
    (updates.get(write) ?? []).some(({member, sent}) => member === 'deleted' && sent === false);
  const isUnlisted = (write: WriteState) => {
    const {action, id, state} = write;
    if (state === 'failed') return false;
    if (action === 'update')
      return hasVanished(write) || isNotYetRestored(write) || (isRelevant(write) && findOutdated(write).length > 0);
    if (id !== undefined && existence.get(id) !== write) return false;
    return action === 'delete' ? isStillListed(write) : isNotYetListed(write);
  };
  const isIgnored = (write: WriteState) =>
    write.action === 'update' &&
    !hasVanished(write) &&
    findOutdated(write).every(
      // The reference does not say whether lists show a field that is marked as deleted (2.1).
      ({member, before}) => member === 'deleted' || !before || write.unchanged?.includes(member),
    );
  return runs.flatMap(run =>
    run.writes.filter(isUnlisted).map(write => ({run, write, mayBeIgnored: isIgnored(write)})),
  );
}

interface MemberUpdate {
  readonly member: string;
  readonly write: WriteState;
  readonly sent: Json | undefined;
  /** The values before this and earlier updates; `undefined` if the field was not read. */
  readonly before: readonly Json[] | undefined;
}

interface Latest {
  /** The last write that created or deleted the field with an id. */
  readonly existence: ReadonlyMap<string, WriteState>;
  /** For each update, the members that no later update changed. */
  readonly updates: ReadonlyMap<WriteState, readonly MemberUpdate[]>;
}

/** Finds the last write of each field and member: what an up-to-date list must show. */
function findLatest(runs: readonly Run[]): Latest {
  const inOrder = runs
    .toSorted(compareRuns)
    .flatMap(run => {
      const bodies = updateBodiesOf(run.plan.changes);
      const before = new Map(run.before.map(field => [field['id'], field]));
      return run.writes.map(write => ({
        write,
        body: write.body ?? bodies.get(write.id ?? ''),
        was: before.get(write.id),
      }));
    })
    .toSorted((one, other) => compareText(one.write.at, other.write.at));
  const existence = new Map<string, WriteState>();
  const updates = new Map<string, Map<string, MemberUpdate>>();
  for (const {write, body = {}, was} of inOrder) {
    const {id, action, state} = write;
    if (id === undefined || state === 'failed') continue;
    if (action !== 'update') {
      existence.set(id, write);
      // The API may give the id of a deleted field to another one.
      updates.delete(id);
      continue;
    }
    const members = updates.get(id) ?? new Map<string, MemberUpdate>();
    updates.set(id, members);
    for (const [member, sent] of Object.entries(body)) {
      const earlier = members.get(member);
      const before = was && [...(earlier?.before ?? []), shownMember(was, member)];
      // A field that was marked or unmarked may be listed or not.
      if (member === 'deleted') existence.delete(id);
      if (member === 'deleted' || !writeOnlyMembers.has(member)) members.set(member, {member, write, sent, before});
    }
  }
  const all = [...updates.values()].flatMap(members => [...members.values()]);
  return {existence, updates: Map.groupBy(all, ({write}) => write)};
}

/** The value that a list shows for a member. The mark of a deleted field may be left out where it is false. */
function shownMember(field: JsonObject, member: string): Json {
  return member === 'deleted' ? isMarkedDeleted(field) : (memberOf(field, member) ?? null);
}

/** True if a field still has a member as it was before recent updates, or may have. */
function isOutdated({member, write, sent, before}: MemberUpdate, field: CustomField): boolean {
  const now = shownMember(field, member);
  // The API may have stored another form of what was sent.
  if (write.stored && sameJson(now, memberOf(write.stored, member))) return false;
  const differences = findDifferences(now, sent ?? null, {path: [member], isComplete: true, isOrdered: true});
  return !differences.every(isOmission) && (!before || before.some(value => sameJson(now, value)));
}
