import {inChoice} from '../base/in-choice.js';
import {findNearNames} from '../base/near-names.js';

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
  const guess = parent ? `: it belongs in ${parent}` : near.length > 0 ? `: did you mean ${inChoice(near)}?` : '';
  return `${JSON.stringify(member)} is not in the API reference and is sent as is${guess}`;
}
