import {type CustomField, isMarkedDeleted} from '../api/schemas.js';
import type {SuggestCommand} from '../base/suggest-command.js';
import {arrayOf, type JsonObject, objectOf} from '../json/json.js';
import {buildReplacement} from './build-bodies.js';
import {completeMembers} from './complete-declared.js';
import type {DesiredField} from './desired-field.js';
import type {Change, Refusal, Remark} from './plan.js';
import type {Run} from './run.js';

/** A field that an earlier run has deleted to replace it, but not created again. */
export interface UnfinishedReplacement {
  readonly run: string;
  readonly name: string;
  readonly before: CustomField;
}

/**
 * Finds the replacements that earlier runs have begun and that creates of these names complete.
 *
 * @param runs latest first
 */
export function findUnfinished(changes: readonly Change[], runs: readonly Run[]): readonly UnfinishedReplacement[] {
  const findUnfinishedOf = createUnfinishedFinder(runs);
  return changes.flatMap(({action, name}) => (action === 'create' ? (findUnfinishedOf(name) ?? []) : []));
}

/**
 * Finds the creates of fields that one of these runs has deleted to replace them: if that was on this tenant, they lack
 * what was to be carried over.
 *
 * @param runs all recent runs, latest first
 * @param doubtful those that may have been on another tenant
 */
export function findDoubtfulCreates(
  changes: readonly Change[],
  runs: readonly Run[],
  doubtful: readonly Run[],
  suggest: SuggestCommand,
): readonly Refusal[] {
  const ids = new Set(doubtful.map(({run}) => run));
  const places = new Map(changes.map(({name, place}) => [name, place]));
  return findUnfinished(changes, runs)
    .filter(({run}) => ids.has(run))
    .map(({run, name}) => ({
      reason: 'identity',
      place: places.get(name),
      message: `run ${run} deleted ${JSON.stringify(name)} to replace it, but with a different token, possibly on another tenant`,
      hint: `If that was another tenant, set BIZCTL_TENANT to a name for this one. If it was this one, run: ${suggest('fields', 'apply', '--resume', run)}`,
    }));
}

/**
 * Warns of fields that earlier runs have deleted to replace them, that nobody has created again, and that the files do
 * not declare: without that, nothing would say that they are gone.
 *
 * @param runs latest first, without one that is resumed
 */
export function describeAbandoned(
  runs: readonly Run[],
  desired: readonly DesiredField[],
  current: readonly CustomField[],
  suggest: SuggestCommand,
): readonly Remark[] {
  const known = new Set([...desired, ...current.filter(field => !isMarkedDeleted(field))].map(({name = ''}) => name));
  const replaced = runs.flatMap(({plan}) =>
    plan.changes.flatMap(({action, name}) => (action === 'replace' && !known.has(name) ? name : [])),
  );
  const findUnfinishedOf = createUnfinishedFinder(runs);
  return [...new Set(replaced)]
    .flatMap(name => findUnfinishedOf(name) ?? [])
    .map(({run, name}) => ({
      message: `run ${run} deleted ${JSON.stringify(name)} to replace it, but has not created it again; unless it is still running, run: ${suggest('fields', 'apply', '--resume', run)}`,
    }));
}

/** @param runs latest first */
export function createUnfinishedFinder(runs: readonly Run[]): (name: string) => UnfinishedReplacement | undefined {
  const begun = runs.map(run => ({
    run: run.run,
    undoes: run.undoes,
    states: byFirst(run.writes.map(({action, name, state}) => [`${action} ${name}`, state])),
    findOld: createOldFinder(run),
  }));
  return name => {
    const undone = new Set<string>();
    for (const {run, undoes, states, findOld} of begun) {
      // Undoing the run that completed a replacement leaves it unfinished again.
      if (undoes !== undefined && states.get(`delete ${name}`) === 'done') undone.add(undoes);
      if (states.get(`create ${name}`) === 'done' && !undone.has(run)) return undefined;
      const old = findOld(name);
      if (old && (states.get(`delete ${name}`) ?? 'failed') !== 'failed') return {run, name, before: old};
    }
    return undefined;
  };
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
function byFirst<Key, Value>(entries: readonly (readonly [Key, Value])[]): ReadonlyMap<Key, Value> {
  return new Map(entries.toReversed());
}

/** Completes the declarations of fields whose replacement is unfinished by what these were before. */
export function withReplaced(
  desired: readonly DesiredField[],
  unfinished: readonly UnfinishedReplacement[],
): readonly DesiredField[] {
  const replaced = new Map(unfinished.map(({name, before}) => [name, before]));
  return desired.map(field => {
    const before = replaced.get(field.name);
    return before ? completeMembers(field, before) : field;
  });
}

/** Gives creates that complete a replacement the members that it carries over from the old field (row 152). */
export function completeReplacements(
  changes: readonly Change[],
  unfinished: readonly UnfinishedReplacement[],
  desired: readonly DesiredField[],
): readonly Change[] {
  const replacements = byFirst(unfinished.map(replacement => [replacement.name, replacement]));
  const fields = byFirst(desired.map(field => [field.name, field]));
  return changes.map(change => {
    const replacement = change.action === 'create' ? replacements.get(change.name) : undefined;
    const field = fields.get(change.name);
    if (!replacement || !field) return change;
    const {body, notes} = buildReplacement(field, replacement.before);
    return {...change, body, notes: [`completes the replacement that run ${replacement.run} began`, ...notes]};
  });
}

/** Removes fields that the API lists as deleted where a run has deleted one of that name to replace it. */
export function withoutReplaced(current: readonly CustomField[], runs: readonly Run[]): readonly CustomField[] {
  const findUnfinishedOf = createUnfinishedFinder(runs);
  return current.filter(field => !isMarkedDeleted(field) || !findUnfinishedOf(field.name ?? ''));
}
