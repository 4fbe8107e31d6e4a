import {toIdWords} from '../api/find-field.js';
import {isLive} from '../api/looks-deleted.js';
import type {CustomField} from '../api/schemas.js';
import type {SuggestCommand} from '../base/suggest-command.js';
import {buildReplacement} from './build-bodies.js';
import {completeMembers} from './complete-declared.js';
import type {DesiredField} from './desired-field.js';
import type {Change, Refusal, Remark} from './plan.js';
import type {Run} from './run.js';
import {byFirst, createUnfinishedFinder, type UnfinishedReplacement} from './unfinished-replacements.js';

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
 * Warns of old fields that are still listed, as deleted: an API that lists them may not free their names, and would
 * refuse each create that completes the replacement.
 */
export function describeListedAsDeleted(
  unfinished: readonly UnfinishedReplacement[],
  current: readonly CustomField[],
  suggest: SuggestCommand,
): readonly Remark[] {
  const marked = new Set(current.filter(field => !isLive(field)).map(({id}) => id));
  return unfinished.flatMap(({run, name, before: {id}}) =>
    id !== undefined && marked.has(id)
      ? {
          message: `run ${run} deleted ${JSON.stringify(name)} to replace it, and the API still lists it as deleted; if the API refuses to recreate it, bring the old field back. Run: ${suggest('fields', 'update', ...toIdWords(id), '--no-deleted')}`,
        }
      : [],
  );
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
