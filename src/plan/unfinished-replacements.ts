import {isLive} from '../api/looks-deleted.js';
import type {CustomField} from '../api/schemas.js';
import type {SuggestCommand} from '../base/suggest-command.js';
import {arrayOf, type JsonObject, objectOf} from '../json/json.js';
import {createDeletedTest} from './deleted-since.js';
import type {DesiredField} from './desired-field.js';
import type {Remark} from './plan.js';
import type {Run} from './run.js';
import {sawAllFields} from './tenant-identity.js';

/** A field that an earlier run has deleted to replace it, but not created again. */
export interface UnfinishedReplacement {
  readonly run: string;
  readonly name: string;
  readonly before: CustomField;
  /** True if a field that someone had created in its place was deleted since, perhaps on purpose. */
  readonly wasDeletedSince: boolean;
}

/** @param runs latest first */
export function createUnfinishedFinder(runs: readonly Run[]): (name: string) => UnfinishedReplacement | undefined {
  const begun = runs.map(run => ({
    run,
    isNew: createNewnessTest(run),
    states: byFirst(run.writes.map(({action, name, state}) => [`${action} ${name}`, state])),
    findOld: createOldFinder(run),
  }));
  return name => {
    const undone = new Set<string>();
    const deletedIds: string[] = [];
    for (const {run, isNew, states, findOld} of begun) {
      const {undoes} = run;
      const hasDeleted = states.get(`delete ${name}`) === 'done';
      if (hasDeleted) deletedIds.push(...listPlainDeletions(run, name));
      // Undoing the run that completed a replacement leaves it unfinished again.
      if (hasDeleted && undoes !== undefined) undone.add(undoes);
      if (states.get(`create ${name}`) === 'done' && !undone.has(run.run)) return undefined;
      const old = findOld(name);
      if (!old || (states.get(`delete ${name}`) ?? 'failed') === 'failed') continue;
      return {run: run.run, name, before: old, wasDeletedSince: deletedIds.some(isNew)};
    }
    return undefined;
  };
}

/** @param runs latest first */
export function listUnfinished(runs: readonly Run[]): readonly UnfinishedReplacement[] {
  const findUnfinishedOf = createUnfinishedFinder(runs);
  return [...new Set(runs.flatMap(listReplaced))].flatMap(name => findUnfinishedOf(name) ?? []);
}

/** Lists the names of the fields that a run replaces. */
export function listReplaced({plan}: Run): readonly string[] {
  return plan.changes.flatMap(({action, name}) => (action === 'replace' ? name : []));
}

/** Lists the ids of the fields of a name that a run deleted for good. */
function listPlainDeletions(run: Run, name: string): readonly string[] {
  if (run.undoes !== undefined || listReplaced(run).includes(name)) return [];
  return run.writes.flatMap(write =>
    write.action === 'delete' && write.name === name && write.state === 'done' ? (write.id ?? []) : [],
  );
}

/** Returns a function that tells whether a field is known to have been missing when a run read the tenant. */
function createNewnessTest({plan: {seen}}: Run): (id: string) => boolean {
  const ids = new Set(seen.map(({id}) => id));
  return id => sawAllFields(seen) && !ids.has(id);
}

/** Returns a function that finds the field that a run has replaced or, if the run is an undo, that it restores. */
export function createOldFinder(run: Run): (name: string) => CustomField | undefined {
  const {plan, before, undoes, document} = run;
  const replaced = plan.changes.filter(({action}) => action === 'replace');
  const ids = byFirst(replaced.map(({name, id}) => [name, id]));
  const fields = byFirst(before.map(field => [field['id'], field]));
  return name => {
    if (!ids.has(name)) return undefined;
    return undoes === undefined ? fields.get(ids.get(name)) : {name, ...findDeclared(document, name)};
  };
}

/** The members that a saved plan declares for the field with a name. */
export function findDeclared(document: JsonObject, name: string): JsonObject | undefined {
  const declared = (arrayOf(document['declared']) ?? []).find(each => objectOf(each)?.['name'] === name);
  return objectOf(objectOf(declared)?.['members']);
}

/** A map in which the first of several entries with the same key counts. */
export function byFirst<Key, Value>(entries: readonly (readonly [Key, Value])[]): ReadonlyMap<Key, Value> {
  return new Map(entries.toReversed());
}

/**
 * Warns of fields that earlier runs have deleted to replace them, that nobody has created again, and that the files do
 * not declare, or only by their old id: without that, nothing would say that they are gone.
 *
 * @param runs latest first, without one that is resumed
 */
export function describeAbandoned(
  runs: readonly Run[],
  desired: readonly DesiredField[],
  current: readonly CustomField[],
  suggest: SuggestCommand,
): readonly Remark[] {
  const live = current.filter(isLive);
  const known = new Set([...desired.filter(({id}) => id === undefined), ...live].map(({name = ''}) => name));
  return listUnfinished(runs)
    .filter(({name, wasDeletedSince}) => !known.has(name) && !wasDeletedSince)
    .map(({run, name}) => {
      const undone = runs.find(each => each.run === run)?.undoes;
      const again = undone === undefined ? ['apply', '--resume', run] : ['undo', undone];
      return {
        message: `run ${run} deleted ${JSON.stringify(name)} to replace it, but did not recreate it; if that run is no longer active, continue it. Run: ${suggest('fields', ...again)}`,
      };
    });
}

/**
 * Removes fields that the API lists as deleted where a run has deleted one of that name to replace it, unless it is
 * that very field, and looked deleted before as well.
 */
export function withoutReplaced(current: readonly CustomField[], runs: readonly Run[]): readonly CustomField[] {
  const findUnfinishedOf = createUnfinishedFinder(runs);
  return current.filter(field => {
    if (isLive(field)) return true;
    const unfinished = findUnfinishedOf(field.name ?? '');
    return unfinished === undefined || !createDeletedTest([unfinished.before])(field);
  });
}
