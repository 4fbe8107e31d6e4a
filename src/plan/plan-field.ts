import {findDifferences} from '../api/differences.js';
import {mergeObjects} from '../api/merge.js';
import {type CustomField, isMarkedDeleted, pickDocumentedMember} from '../api/schemas.js';
import {memberOf, pickMembers} from '../json/json.js';
import type {AdoptedOptions} from './adopt-options.js';
import {buildCreate, buildReplacement, describeWriteOnly, noteDefault, without, writeOnly} from './build-bodies.js';
import {hasDefaultChoice} from './default-choice.js';
import {type DesiredField, hasEmptyType} from './desired-field.js';
import type {Choice} from './match-choices.js';
import {withoutLostDefault} from './merge-options.js';
import type {Change} from './plan.js';

/** Members that an update cannot change (4.4). */
const fixed = ['name', 'type'] as const;

export function nameOf(field: CustomField): string {
  return field.name ?? '';
}

const lossOfField = 'its id and the values stored in it are lost';

function nameGroup({header}: Choice): string {
  return header === '' ? 'a group without a header' : `group ${JSON.stringify(header)}`;
}

/** Differences show a moved choice as removed and added. */
function noteMove({from, to}: AdoptedOptions['moved'][number]): string {
  return `the choice ${JSON.stringify(to.title)} is not removed: it moves from ${nameGroup(from)} to ${nameGroup(to)}`;
}

export function planCreate({members, name, where, isExact}: DesiredField): Change {
  const {body, notes} = buildCreate(members);
  return {
    action: 'create',
    name,
    ...(isExact ? {} : {place: where()}),
    differences: [],
    body,
    notes,
  };
}

/**
 * Plans an update or a replacement; `undefined` if the field already matches.
 *
 * @param adopted the declared options, if there are any
 */
export function planChange(
  desired: DesiredField,
  current: CustomField,
  adopted: AdoptedOptions | undefined,
): Change | undefined {
  const {members, isExact = false} = desired;
  const compared = {
    ...without(members, [...writeOnly.create, ...writeOnly.update, ...(hasEmptyType(desired) ? ['type'] : [])]),
    ...(adopted ? {options: adopted.options} : {}),
  };
  const differing = Object.entries(compared).flatMap(([member, value]) => {
    // Responses may show a mark only if it is set. An undo takes it off even if they show none at all.
    if (!isExact && member === 'deleted' && value === false && !isMarkedDeleted(current)) return [];
    const differences = isExact
      ? findDifferences(
          pickDocumentedMember(member, memberOf(current, member) ?? null),
          pickDocumentedMember(member, value ?? null),
          {path: [member], isComplete: true, isOrdered: true},
        )
      : findDifferences(memberOf(current, member), value, {path: [member], isOrdered: true});
    return differences.length === 0 ? [] : [{member, value, differences}];
  });
  const differences = differing.flatMap(each => each.differences);
  if (differences.length === 0) return undefined;
  const shared = {
    name: desired.name || nameOf(current),
    id: current.id ?? '',
    // An undo has no place in a file.
    ...(isExact ? {} : {place: desired.where()}),
    differences,
    before: current,
  };
  const changed = fixed.filter(member => differing.some(each => each.member === member));
  if (changed.length > 0)
    return {
      ...shared,
      ...buildReplacement(desired, current),
      action: 'replace',
      reason: `must be replaced: the ${changed.join(' and the ')} of a field cannot change`,
      loss: lossOfField,
    };
  const lost = adopted?.lost ?? [];
  const newDefault = adopted?.adoptedDefault.newTitle;
  const changedMembers = desired.isSentWhole
    ? compared
    : Object.fromEntries(differing.map(({member, value}) => [member, value]));
  const merged = isExact ? changedMembers : pickMembers(mergeObjects(changedMembers, current), changedMembers);
  const {options} = merged;
  const kept = withoutLostDefault(options, adopted?.options, current['options']);
  return {
    ...shared,
    action: 'update',
    body: {
      ...merged,
      ...(kept === undefined ? {} : {options: kept}),
      ...pickMembers(members, {hint: null}),
    },
    ...(lost.length > 0
      ? {
          lostChoices: lost,
          loss: `removes these choices and the values stored for them: ${lost.map(title => JSON.stringify(title)).join(', ')}`,
        }
      : {}),
    notes: [
      ...(hasDefaultChoice(kept) === hasDefaultChoice(options) || newDefault !== undefined
        ? []
        : [
            'the default choice is removed, and no other is set; if the API refuses this, declare another default, or default_option_id: null',
          ]),
      ...(newDefault === undefined ? [] : [noteDefault(newDefault)]),
      ...(adopted?.moved ?? []).map(noteMove),
      ...describeWriteOnly(members, writeOnly.update),
    ],
  };
}

export function planDelete(field: CustomField): Change {
  return {
    action: 'delete',
    name: nameOf(field),
    id: field.id ?? '',
    differences: [],
    before: field,
    loss: lossOfField,
    notes: [],
  };
}
