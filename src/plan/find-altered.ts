import {findUnsent} from '../api/compare-replies.js';
import {type Difference, isNumbering} from '../api/differences.js';
import {type CustomField, writeOnlyMembers} from '../api/schemas.js';
import {type Json, objectOf} from '../json/json.js';
import {sameJson} from '../json/same-json.js';
import {listChoices} from './choices/choices.js';
import {isSameId} from './choices/default-choice.js';
import type {DesiredField} from './desired-field.js';
import type {Change} from './plan.js';

export interface Altered {
  readonly name: string;
  /** True for a field that was replaced. */
  readonly isNew: boolean;
  /** The labels of members whose values differ from what was sent, other than ids. */
  readonly labels: readonly string[];
  /** The titles of choices that have other ids than were sent, as values are stored by id. */
  readonly choices: readonly string[];
}

/**
 * Finds values that an API dropped or changed in the updates and replacements of a run. A new plan does not show this
 * for members that no file declares: those that an update sends back, and those that a replacement carries over.
 *
 * @param created ids of the fields that the run has created
 */
export function findAltered(
  changes: readonly Change[],
  current: readonly CustomField[],
  created: readonly string[],
  desired: readonly DesiredField[],
): readonly Altered[] {
  const byId = new Map(current.map(field => [field.id, field]));
  const replacements = new Map(created.map(id => [byId.get(id)?.name, byId.get(id)]));
  const withDefault = new Set(desired.filter(declaresDefault).flatMap(({id, name}) => [id, name]));
  return changes.flatMap(change => {
    const {action, id, name, body = {}} = change;
    const now = action === 'update' ? byId.get(id) : replacements.get(name);
    if (!now || action === 'create') return [];
    const differences = findAllUnsent(change, now);
    const found = differences.filter(each => !isNumbering(each) && !/\.(?:id|default_option_id)$/.test(each.path));
    const labels = found.map(({label}) => label);
    if (!withDefault.has(id) && !withDefault.has(name) && !hasSameDefault(now['options'], body['options']))
      labels.push('options.default_option_id');
    const titles = new Map(listChoices(body['options']).map(choice => [choice.id, choice.title]));
    const renumbered = differences.filter(({path}) => /\.options\[\d+\]\.id$/.test(path));
    const choices = renumbered.flatMap(({after}) => titles.get(after) ?? []);
    return labels.length + choices.length === 0 ? [] : [{name, isNew: action === 'replace', labels, choices}];
  });
}

function findAllUnsent({action, body = {}, before = {}}: Change, now: CustomField): readonly Difference[] {
  const shown = Object.entries(body).filter(([member]) => !writeOnlyMembers.has(member));
  // Members that the API sets itself, such as a revision, are only sent back.
  const dropAll = () => true;
  return shown.flatMap(([member, sent]) =>
    findUnsent(now[member], sent, action === 'update' ? before[member] : undefined, member, dropAll),
  );
}

/** A declared default is verified, and may be set by a second update. */
function declaresDefault({members}: DesiredField): boolean {
  return Object.hasOwn(objectOf(members['options']) ?? {}, 'default_option_id');
}

/** True if the default that was sent, if any, is still the choice of that title: an API may give choices new ids. */
function hasSameDefault(now: Json | undefined, sent: Json | undefined): boolean {
  const titleOf = (options: Json | undefined) => {
    const id = objectOf(options)?.['default_option_id'] ?? null;
    return listChoices(options).find(choice => isSameId(choice.id, id))?.title ?? id;
  };
  return titleOf(sent) === null || sameJson(titleOf(now), titleOf(sent));
}
