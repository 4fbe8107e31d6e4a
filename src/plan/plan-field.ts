import {type Difference, findDifferences} from '../api/differences.js';
import {type CustomField, isMarkedDeleted, pickDocumentedMember} from '../api/schemas.js';
import {type Json, type JsonObject, memberOf, without} from '../json/json.js';
import {buildCreate, buildReplacement, writeOnly} from './build-bodies.js';
import {buildUpdate} from './build-update.js';
import type {AdoptedOptions} from './choices/adopt-options.js';
import {hasDefaultChoice} from './choices/default-choice.js';
import {type DesiredField, hasEmptyType} from './desired-field.js';
import {pickDocumented} from './documented.js';
import type {Change} from './plan.js';

/** Members that an update cannot change (4.4). */
const fixed = ['name', 'type'] as const;

export function nameOf(field: CustomField): string {
  return field.name ?? '';
}

const lossOfField = 'its id and the values stored in it are lost';

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

/** A declared member whose value differs on the tenant. */
interface DifferingMember {
  readonly member: string;
  readonly value: Json | undefined;
  readonly differences: readonly Difference[];
}

/** The members of a declaration that are compared: all but those that no response shows. */
function toCompared(desired: DesiredField, adopted: AdoptedOptions | undefined): JsonObject {
  return {
    ...without(desired.members, [...writeOnly.create, ...writeOnly.update, ...(hasEmptyType(desired) ? ['type'] : [])]),
    ...(adopted ? {options: adopted.options} : {}),
  };
}

function findDiffering(compared: JsonObject, current: CustomField, isExact: boolean): readonly DifferingMember[] {
  return Object.entries(compared).flatMap(([member, value]) => {
    // Responses may show a mark only if it is set, and a file sets none. An undo takes it off even if they show none.
    if (!isExact && member === 'deleted' && !isMarkedDeleted(current)) return [];
    const differences = isExact
      ? findDifferences(
          pickDocumentedMember(member, memberOf(current, member) ?? null),
          pickDocumentedMember(member, value ?? null),
          {path: [member], isComplete: true, isOrdered: true},
        )
      : findDifferences(memberOf(current, member), value, {path: [member], isOrdered: true});
    return differences.length === 0 ? [] : [{member, value, differences}];
  });
}

const choiceId = /^options\.groups\[\d+\]\.options\[\d+\]\.id$/;

/** Compares two tenants, where what only the second has is a difference as well, but for the ids of choices. */
function findDifferingOfTenant(
  declared: JsonObject,
  compared: JsonObject,
  current: CustomField,
): readonly DifferingMember[] {
  const {field} = pickDocumented(without(current, ['id', 'deleted', ...writeOnly.create, ...writeOnly.update]));
  const wanted = pickDocumented(compared).field;
  const isForeignDefault = (path: string) =>
    path === 'options.default_option_id' && hasDefaultChoice(declared['options']);
  return Object.keys({...compared, ...field}).flatMap(member => {
    const value = compared[member];
    const path = [member];
    const known = Object.hasOwn(compared, member)
      ? findDifferences(current[member], value, {path, isOrdered: true})
      : [];
    const paths = new Set(known.map(each => each.path));
    const others = findDifferences(field[member], wanted[member], {path, isComplete: true}).filter(
      ({path, before, after}) =>
        (after ?? null) === null &&
        before !== '' &&
        !paths.has(path) &&
        !choiceId.test(path) &&
        !isForeignDefault(path),
    );
    const differences = [...known, ...others];
    return differences.length === 0 ? [] : [{member, value, differences}];
  });
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
  const {isExact = false} = desired;
  const compared = toCompared(desired, adopted);
  const differing = desired.isOfTenant
    ? findDifferingOfTenant(desired.members, compared, current)
    : findDiffering(compared, current, isExact);
  if (differing.length === 0) return undefined;
  const shared = {
    name: desired.name || nameOf(current),
    id: current.id ?? '',
    // An undo has no place in a file.
    ...(isExact ? {} : {place: desired.where()}),
    differences: differing.flatMap(each => each.differences),
    before: current,
  };
  const changed = fixed.filter(member => differing.some(each => each.member === member));
  if (changed.length > 0)
    return {
      ...shared,
      ...buildReplacement(desired, current),
      action: 'replace',
      reason: `the ${changed.join(' and the ')} of a field cannot change`,
      loss: lossOfField,
    };
  const changedMembers = desired.isSentWhole
    ? compared
    : Object.fromEntries(differing.map(({member, value}) => [member, value]));
  return {...shared, action: 'update', ...buildUpdate(desired, current, changedMembers, adopted)};
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
