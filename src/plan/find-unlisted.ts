import {isLive} from '../api/looks-deleted.js';
import {type CustomField, isMarkedDeleted} from '../api/schemas.js';
import {findLatest, isOutdated} from './latest-updates.js';
import type {Change} from './plan.js';
import type {Run, WriteState} from './run.js';
import {toPlainName} from './similar-names.js';

export type ChangedField = Pick<Change, 'action' | 'name' | 'id'>;

export interface UnlistedWrite {
  readonly run: Run;
  readonly write: WriteState;
  /**
   * True for an update whose reply still had the old values: the API may ignore it, or reply with an older state. Also
   * for one of a field that was not read, as what is listed may be someone else's change.
   */
  readonly mayBeIgnored: boolean;
  /** True for an update of choices: sent again, it may add some twice, and another may remove them. */
  readonly hasChoices: boolean;
}

/** Lists the ids of the fields that a run has deleted, or may have deleted. */
export function listDeletedIds({writes}: Run): readonly string[] {
  return writes.flatMap(({action, state, id = []}) => (action === 'delete' && state !== 'failed' ? id : []));
}

/** Lists the ids of the fields that a run has seen and then deleted itself. */
export function listSurelyDeletedIds({writes, before}: Run): readonly string[] {
  const seen = new Set(before.map(field => field['id']));
  return writes.flatMap(({action, state, note, id}) =>
    action === 'delete' && state === 'done' && note === undefined && id !== undefined && seen.has(id) ? id : [],
  );
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
    const isListed = field !== undefined && isLive(field);
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
    const {id = '', name, listedAs, state} = write;
    const mayBeGone = existence.get(id)?.action === 'delete' || hidden.has(id);
    // Of a write by id whose reply had no name; any create may be of that field.
    const isUnnamed = listedAs === undefined && name === id;
    const isRepeating = isRepeated(write) || (isUnnamed && isCreating);
    return state === 'done' && !listed.has(id) && !mayBeGone && (isRepeating || isRelevant(write));
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
    run.writes.filter(isUnlisted).map(write => ({
      run,
      write,
      mayBeIgnored: isIgnored(write),
      hasChoices: write.action === 'update' && findOutdated(write).some(({member}) => member === 'options'),
    })),
  );
}
