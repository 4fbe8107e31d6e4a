import {listFirst} from '../base/and-more.js';
import {type Json, showJson} from '../json/json.js';
import type {AdoptedOptions} from './choices/adopt-options.js';
import {describeUnknownDefault} from './choices/default-choice.js';
import type {DoubtfulRename} from './choices/doubtful-renames.js';
import type {DesiredField} from './desired-field.js';
import type {Remark} from './plan.js';

export function describeDoubtful({id, from, to, reason, foreign}: DoubtfulRename): string {
  if (reason === 'moved')
    return `the choice ${JSON.stringify(from)} would be removed: it moves to another group, where its id ${JSON.stringify(id)} may be that of another choice`;
  const doubts = {
    taken: `, but another choice is titled ${JSON.stringify(to)}`,
    declared: ` and declares another choice ${JSON.stringify(from)}`,
    foreign: `, but also the id ${JSON.stringify(foreign?.id)} for ${JSON.stringify(foreign?.title)}, which has a different id here`,
  };
  return `the choice ${JSON.stringify(from)} would be removed: the input uses its id ${JSON.stringify(id)} for ${JSON.stringify(to)}${doubts[reason]}`;
}

export function adviseOnDoubtful({from, reason}: DoubtfulRename): string {
  if (reason === 'moved') return 'To keep the values stored for it, leave it in its group.';
  const advice = {
    taken: 'To reuse a title, rename one choice at a time, starting with the last in the chain.',
    declared: `To rename it, declare the ids of all choices that are now titled ${JSON.stringify(from)}.`,
    foreign: 'To rename it, correct or remove that id.',
  };
  return `${advice[reason]} To match by title alone, omit the ids.`;
}

const adviseOnShared = 'to keep its values, rename it on each tenant first; its id may differ between tenants';

function adviseOnRename(id: Json | undefined): string {
  const toDo = id === undefined ? 'declare its id' : `give the new choice its id: ${showJson(id)}`;
  return `to rename it and keep its values, ${toDo}`;
}

const maxListed = 3;

/** Choices of another tenant may have the ids of others here. */
function describeRelabeled(relabeled: AdoptedOptions['relabeled']): string {
  const names = relabeled.map(({from, to}) => `${JSON.stringify(from)} to ${JSON.stringify(to)}`);
  const what =
    names.length === 1
      ? 'this choice has the id of an existing one, and would rename it'
      : 'these choices have the ids of existing ones, and would rename them';
  return `${what}: ${listFirst(names, maxListed)}; if the input comes from a different tenant, remove its choice ids`;
}

export function describeCrossed(crossed: AdoptedOptions['crossed']): string {
  const uses = crossed.map(
    ({title, id, owner}) => `${JSON.stringify(title)} has the id ${showJson(id)} of ${JSON.stringify(owner)}`,
  );
  return `choices are matched by title, so these are not renamed: ${listFirst(uses, maxListed)}; to swap titles, rename one choice at a time, using a temporary title first; otherwise, remove the ids`;
}

/**
 * Warns of ids that may be those of other choices, because the input comes from another tenant.
 *
 * @param isShared true for a declaration that is for several tenants
 */
export function describeForeignIds(
  {relabeled, keepsTitles, crossed}: AdoptedOptions,
  isShared = false,
): readonly string[] {
  // The ids of a fleet are those of one tenant.
  const isDoubted = isShared ? relabeled.length > 0 : relabeled.length > 1 && !keepsTitles;
  return [
    ...(isDoubted ? [describeRelabeled(relabeled)] : []),
    ...(crossed.length === 0 || isShared ? [] : [describeCrossed(crossed)]),
  ];
}

/**
 * Warns of removed choices that may be renames, of ids that may be those of other choices, and of a default that
 * matches no choice.
 */
export function listChoiceWarnings(
  {name, isExact, isShared, where}: DesiredField,
  adopted: AdoptedOptions,
  isReplaced: boolean,
): readonly Remark[] {
  if (isExact) return [];
  const toRemark = (message: string) => ({place: where(), message: `${JSON.stringify(name)}: ${message}`});
  const {renamed, doubtful, adoptedDefault} = adopted;
  const {unknownId} = adoptedDefault;
  const unknown = unknownId === undefined ? [] : [describeUnknownDefault(unknownId)];
  // All its values are lost, and its choices get new ids.
  if (isReplaced) return unknown.map(toRemark);
  return [
    ...renamed.map(
      ({from, to, id}) =>
        `the choice ${JSON.stringify(from)} would be removed and ${JSON.stringify(to)} added in its place; ${isShared ? adviseOnShared : adviseOnRename(id)}`,
    ),
    ...unknown,
    ...describeForeignIds(adopted, isShared),
    ...doubtful.map(each => `${describeDoubtful(each)}. ${adviseOnDoubtful(each)}`),
  ].map(toRemark);
}
