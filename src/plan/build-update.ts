import {mergeObjects} from '../api/merge.js';
import type {CustomField} from '../api/schemas.js';
import {type JsonObject, pickMembers} from '../json/json.js';
import {describeWriteOnly, noteDefault, writeOnly} from './build-bodies.js';
import type {AdoptedOptions} from './choices/adopt-options.js';
import type {Choice} from './choices/choices.js';
import {hasDefaultChoice, titleOfDefault} from './choices/default-choice.js';
import {describeRemoval} from './choices/describe-lost-choices.js';
import {withoutLostDefault} from './choices/merge-options.js';
import type {DesiredField} from './desired-field.js';
import type {Change} from './plan.js';

function nameGroup({header}: Choice): string {
  return header === '' ? 'a group without a header' : `group ${JSON.stringify(header)}`;
}

/** Differences show a moved choice as removed and added. */
function noteMove({from, to}: AdoptedOptions['moved'][number]): string {
  const renamed = from.title === to.title ? '' : ` and is renamed ${JSON.stringify(to.title)}`;
  return `the choice ${JSON.stringify(from.title)} is not removed: it moves from ${nameGroup(from)} to ${nameGroup(to)}${renamed}`;
}

/**
 * Builds the body of an update: the members that changed, each with what the tenant has in it besides.
 *
 * @param changed the declared members that differ
 */
export function buildUpdate(
  {members, isExact}: DesiredField,
  current: CustomField,
  changed: JsonObject,
  adopted: AdoptedOptions | undefined,
): Pick<Change, 'body' | 'lostChoices' | 'loss' | 'notes'> {
  const merged = isExact ? changed : pickMembers(mergeObjects(changed, current), changed);
  const {options} = merged;
  const kept = withoutLostDefault(options, adopted?.options, current['options']);
  const {lost = [], moved = []} = adopted ?? {};
  const was = titleOfDefault(current['options']);
  const newDefault = adopted?.adoptedDefault.newTitle;
  const losesDefault = hasDefaultChoice(kept) !== hasDefaultChoice(options) && newDefault === undefined;
  return {
    body: {...merged, ...(kept === undefined ? {} : {options: kept}), ...pickMembers(members, {hint: null})},
    ...(lost.length > 0
      ? {
          lostChoices: lost,
          loss: describeRemoval('removes', lost),
        }
      : {}),
    notes: [
      ...(losesDefault
        ? [
            `removes the default choice${was ? ` ${JSON.stringify(was)}` : ''} without setting another; if the API refuses this, declare another default, or default_option_id: null`,
          ]
        : []),
      ...(newDefault === undefined ? [] : [noteDefault(newDefault)]),
      ...moved.map(noteMove),
      ...describeWriteOnly(members, writeOnly.update),
      ...writeOnly.create
        .filter(member => (members[member] ?? null) !== null)
        .map(member => `"${member}" is not sent: the API takes it only when a field is created`),
    ],
  };
}
