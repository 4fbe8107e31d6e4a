import {type CustomField, isMarkedDeleted} from '../api/schemas.js';
import {buildReplacement} from './build-bodies.js';
import {completeMembers} from './complete-declared.js';
import type {DesiredField} from './desired-field.js';
import type {Run} from './journal.js';
import type {Change} from './plan.js';

/** A field that an earlier run has deleted to replace it, but not created again. */
export interface UnfinishedReplacement {
  readonly run: string;
  readonly name: string;
  /** The field before it was deleted. */
  readonly before: CustomField;
}

/**
 * Finds the replacements that earlier runs have begun and that creates of these names complete.
 *
 * @param runs latest first
 */
export function findUnfinished(changes: readonly Change[], runs: readonly Run[]): readonly UnfinishedReplacement[] {
  return changes.flatMap(({action, name}) => (action === 'create' ? (findUnfinishedOf(name, runs) ?? []) : []));
}

function findUnfinishedOf(name: string, runs: readonly Run[]): UnfinishedReplacement | undefined {
  for (const {run, plan, writes, before} of runs) {
    const stateOf = (step: string) =>
      writes.find(write => write.action === step && write.name === name)?.state ?? 'failed';
    if (stateOf('create') === 'done') return undefined;
    const planned = plan.changes.find(change => change.action === 'replace' && change.name === name);
    const old = planned && before.find(({id}) => id === planned.id);
    if (old && stateOf('delete') !== 'failed') return {run, name, before: old};
  }
  return undefined;
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
  return changes.map(change => {
    const replacement = unfinished.find(({name}) => change.action === 'create' && name === change.name);
    const field = desired.find(({name}) => name === change.name);
    if (!replacement || !field) return change;
    const {body, notes} = buildReplacement(field, replacement.before);
    return {...change, body, notes: [`completes the replacement that run ${replacement.run} began`, ...notes]};
  });
}

/** Removes fields that the API lists as deleted where a run has deleted one of that name to replace it. */
export function withoutReplaced(current: readonly CustomField[], runs: readonly Run[]): readonly CustomField[] {
  return current.filter(field => !isMarkedDeleted(field) || !findUnfinishedOf(field.name ?? '', runs));
}
