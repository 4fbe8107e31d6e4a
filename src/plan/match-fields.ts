import {toIdWords} from '../api/find-field.js';
import {withoutArchivedTwins} from '../api/looks-deleted.js';
import {type CustomField, isMarkedDeleted} from '../api/schemas.js';
import type {SuggestCommand} from '../base/suggest-command.js';
import {flagOf} from '../json/json.js';
import {sameJson} from '../json/same-json.js';
import {describeDeletionSign} from './describe-deletion-signs.js';
import {type DesiredField, isUndo} from './desired-field.js';
import {indexFields, selectNamed} from './index-fields.js';
import type {Refusal} from './plan.js';
import {createLookalikeFinder, describeSpelling, toPlainName} from './similar-names.js';

export interface FieldMatch {
  readonly desired: DesiredField;
  /** `undefined` if the field must be created. */
  readonly current: CustomField | undefined;
}

export interface Matches {
  readonly matches: readonly FieldMatch[];
  /** Declared fields that match several fields of the tenant, or whose ids contradict the tenant. */
  readonly refusals: readonly Refusal[];
  /** Current fields that no file declares. */
  readonly undeclared: readonly CustomField[];
}

/** Finds matches that share a current field, or, for new fields, a name. */
function findDuplicates(matches: readonly FieldMatch[]): readonly FieldMatch[] {
  const same = Map.groupBy(matches, ({current, desired}) => current ?? `new ${toPlainName(desired.name)}`);
  return [...same.values()].filter(group => group.length > 1).flat();
}

/** Returns a function that finds a current field that looks alike and is not declared itself. */
function createOthersFinder(desired: readonly DesiredField[], current: readonly CustomField[]) {
  const names = new Set(desired.map(({name}) => name));
  const ids = new Set(desired.map(({id}) => id));
  const others = current.filter(({id, name}) => !names.has(name ?? '') && (id === undefined || !ids.has(id)));
  const findLookalikes = createLookalikeFinder(others, [...names]);
  return ({name, isExact, members}: DesiredField) =>
    findLookalikes(name, members)
      // An undo restores each name as it was.
      .filter(field => !isExact || field.name?.normalize() === name.normalize());
}

/** True unless the mark is that of the field, or says that it is not deleted. */
function declaresMark({members: {deleted = null}}: DesiredField, current: CustomField | undefined): boolean {
  return (
    !sameJson(deleted, current?.['deleted'] ?? null) && deleted !== null && deleted !== '' && flagOf(deleted) !== false
  );
}

const adviseOnMark =
  'Remove "deleted" from the file. To delete the field, leave the whole field out and plan with --prune.';

const chooseOne = 'Set the id of the one you mean, or delete the other.';

/** Matches by id if one is declared, else by name. If both are declared, both must agree with the tenant. */
export function matchFields(
  desired: readonly DesiredField[],
  listed: readonly CustomField[],
  suggest: SuggestCommand,
): Matches {
  // An undo may restore a field that is marked as deleted.
  const restores = isUndo(desired);
  const isGone = (field: CustomField) => !restores && isMarkedDeleted(field);
  const marked = indexFields(selectNamed(desired, listed.filter(isGone)));
  const current = listed.filter(field => !isGone(field));
  const named = selectNamed(desired, current);
  const unarchived = withoutArchivedTwins(named);
  const {byName} = indexFields(unarchived);
  // The id of a field that was replaced must not reach it where the API keeps it.
  const {byId} = indexFields(restores ? named : unarchived);
  const isUnarchived = new Set(unarchived);
  const {byId: archivedById} = indexFields(restores ? [] : named.filter(each => !isUnarchived.has(each)));
  const findLookalikes = createOthersFinder(desired, current);
  const matches: FieldMatch[] = [];
  const refusals: Refusal[] = [];
  const ambiguous = new Set<string>();
  const refuse = ({name, where}: DesiredField, reason: Refusal['reason'], message: string, hint: string) => {
    refusals.push({reason, place: where(), message: `${JSON.stringify(name)}: ${message}`, hint});
    ambiguous.add(name.normalize());
  };
  for (const field of desired) {
    const deleted = field.id === undefined ? marked.byName.get(field.name)?.[0] : marked.byId.get(field.id);
    if (deleted && !byName.has(field.name)) {
      const hint = `Remove it from the files, or run: ${suggest('fields', 'update', ...toIdWords(deleted.id ?? ''), '--no-deleted')}`;
      refuse(field, 'identity', `the field is marked as deleted on this tenant: ${deleted.id}`, hint);
      continue;
    }
    const archived = field.id === undefined ? undefined : archivedById.get(field.id);
    if (archived) {
      const message = `the field ${field.id} may have been deleted (${describeDeletionSign(archived)})`;
      const other = byName.get(archived.name ?? '')?.[0]?.id ?? '';
      refuse(field, 'identity', `${message}; the one with its name is ${other}`, 'Remove its id, or the declaration.');
      continue;
    }
    if (field.id !== undefined) {
      const known = byId.get(field.id);
      const problem = describeDisagreement(field, known, byName.get(field.name)?.[0]);
      if (problem) refuse(field, 'identity', problem, 'Remove the id from the file, or correct it.');
      else if (!restores && declaresMark(field, known))
        refuse(field, 'identity', 'the file marks the field as deleted, but on this tenant it is not', adviseOnMark);
      else matches.push({desired: field, current: known});
      continue;
    }
    // An undo recreates a field that is marked as deleted.
    const sameName = (byName.get(field.name) ?? []).filter(each => !isMarkedDeleted(each));
    const lookalikes = findLookalikes(field);
    const [lookalike] = lookalikes;
    if (sameName.length > 1) {
      const ids = sameName.map(each => each.id).join(' and ');
      refuse(field, 'duplicate', `${sameName.length} fields on this tenant have that name: ${ids}`, chooseOne);
    } else if (sameName[0] || !lookalike) matches.push({desired: field, current: sameName[0]});
    else {
      const difference = describeSpelling(field.name, lookalike.name ?? '');
      const hint = 'Use its exact spelling, or declare that field too.';
      refuse(
        field,
        'duplicate',
        `a field whose name differs only in ${difference} already exists: ${lookalike.id}`,
        hint,
      );
      // A field that may be meant is not one to prune.
      for (const {name} of lookalikes) ambiguous.add((name ?? '').normalize());
    }
  }
  const duplicates = findDuplicates(matches);
  for (const {desired: field} of duplicates)
    refuse(field, 'duplicate', 'declared twice in the files, once by id', 'Remove one of the two declarations.');
  const matched = new Set(matches.map(({current}) => current));
  return {
    matches: matches.filter(match => !duplicates.includes(match)),
    refusals,
    undeclared: current.filter(field => !matched.has(field) && !ambiguous.has((field.name ?? '').normalize())),
  };
}

/**
 * Describes how a declared id contradicts the tenant; `undefined` if it does not.
 *
 * @param known the field that has the id
 * @param named the first field that has the name
 */
function describeDisagreement(
  {id, name, members}: DesiredField,
  known: CustomField | undefined,
  named: CustomField | undefined,
): string | undefined {
  if (known) {
    if (members['name'] === undefined || (known.name ?? '') === name) return undefined;
    return `the id ${id} belongs to the field ${JSON.stringify(known.name ?? null)} on this tenant`;
  }
  return named === undefined
    ? `no field has the id ${id} on this tenant`
    : `the field with that name has the id ${named.id} on this tenant, not ${id}`;
}
