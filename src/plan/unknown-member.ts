import {createMembers, updateMembers} from '../api/schemas.js';
import {inChoice} from '../base/in-series.js';
import {findNearNames} from '../base/near-names.js';
import type {JsonObject} from '../json/json.js';
import type {DesiredField} from './desired-field.js';
import type {Remark} from './plan.js';

/**
 * The members of the create and update bodies (4.2, 4.4), and bizctl's own `id` and `protect`. A field to delete is
 * left out of the files, not marked as `deleted`.
 */
const knownMembers: readonly string[] = ['id', ...new Set([...createMembers, ...updateMembers]), 'protect'].filter(
  member => member !== 'deleted',
);

/** Members that are easily taken for members of the field itself (2.2 to 2.4a). */
const parents: ReadonlyMap<string, string> = new Map([
  ['required', 'validators'],
  ['size', 'validators'],
  ['hidden', 'display_options'],
  ['groups', 'options'],
  ['primitive_type', 'type'],
]);

/** The warning about a member that the reference does not have; it may be new, or misspelled. */
export function describeUnknownMember(member: string, known: readonly string[]): string {
  const near = findNearNames(member, known);
  const parent = parents.get(member);
  const guess = parent ? `. It belongs in ${parent}.` : near.length > 0 ? `. Did you mean ${inChoice(near)}?` : '';
  return `${JSON.stringify(member)} is not in the API reference; it is sent as is${guess}`;
}

/** Points out a member that may be a misspelled `name`. */
export function adviseOnMissingName(field: JsonObject): string | undefined {
  const misspelled = Object.keys(field).find(
    member => !knownMembers.includes(member) && findNearNames(member, ['name']).length > 0,
  );
  return misspelled === undefined ? undefined : `Did you mean name in place of ${JSON.stringify(misspelled)}?`;
}

/**
 * Warns of members that the reference does not have, once each, at their first place. What an undo restores is known.
 */
export function describeUnknownMembers(fields: readonly DesiredField[]): readonly Remark[] {
  const first = new Map<string, string>();
  for (const {members, where, isExact} of fields)
    for (const member of isExact ? [] : Object.keys(members))
      if (!knownMembers.includes(member) && member !== 'deleted' && !first.has(member))
        first.set(member, where([member]));
  return [...first].map(([member, place]) => ({place, message: describeUnknownMember(member, knownMembers)}));
}
