import {maxCharacters, toFailureMarkdown, toMarkdown} from '../plan/plan-markdown.js';
import type {Member} from './fleet-members.js';
import {groupAlike, withoutIds} from './without-ids.js';

function toAnonymous({planned, ...member}: Member): Member {
  return {...member, planned: planned && {...planned, plan: withoutIds(planned.plan)}};
}

function toSection({planned, error}: Member, names: readonly string[], room: number): string {
  if (error) return `\n${toFailureMarkdown(names, error)}`;
  return planned ? `\n${toMarkdown(planned.plan, names, {room: room - 1, isOneOfMany: true})}` : '';
}

/**
 * Formats sections that fit into `maxTotal` characters together: the short ones whole, the others with equal shares of
 * the rest. Tenants whose sections would be identical, but for ids, if there were room for all of them have one.
 */
export function toSections(members: readonly Member[], maxTotal: number) {
  const groups = groupAlike(
    members.map(member => ({profile: member.profile, own: member, shared: toAnonymous(member)})),
    member => toSection(member, [''], Number.MAX_SAFE_INTEGER),
  );
  const whole = groups.map(({item, names}) => toSection(item, names, maxCharacters));
  const lengths = new Map<number, number>();
  let left = maxTotal;
  for (const [index, text] of [...whole.entries()].toSorted(([, a], [, b]) => a.length - b.length)) {
    const share = Math.min(text.length, Math.floor(left / (whole.length - lengths.size)));
    lengths.set(index, share);
    left -= share;
  }
  // What a section leaves of its share goes to those after it.
  let spare = left;
  return groups.map(({item, names}, index) => {
    const maxLength = (lengths.get(index) ?? 0) + spare;
    const full = whole[index] ?? '';
    const text = full.length <= maxLength ? full : toSection(item, names, maxLength);
    spare = maxLength - text.length;
    return {names, text};
  });
}
