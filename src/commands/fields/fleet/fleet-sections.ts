import {maxCharacters, toFailureMarkdown, toMarkdown} from '../plan/plan-markdown.js';
import type {Member} from './fleet-members.js';
import {withoutIds} from './without-ids.js';

interface AlikeTenants {
  readonly first: Member;
  readonly names: readonly string[];
}

/**
 * Groups tenants whose sections would be identical, but for ids, if there were room for all of them. Ids that differ are
 * left out.
 */
export function groupAlike(members: readonly Member[]): readonly AlikeTenants[] {
  const show = (first: Member) => toSection({first, names: ['']}, Number.MAX_SAFE_INTEGER);
  const alike = Map.groupBy(members, member => show(toAnonymous(member)));
  return [...alike.values()].flatMap(same => {
    const [first] = same;
    const isSame = new Set(same.map(show)).size === 1;
    return first ? [{first: isSame ? first : toAnonymous(first), names: same.map(({profile}) => profile)}] : [];
  });
}

function toAnonymous({planned, ...member}: Member): Member {
  return {...member, planned: planned && {...planned, plan: withoutIds(planned.plan)}};
}

function toSection({first: {planned, error}, names}: AlikeTenants, room: number): string {
  if (error) return `\n${toFailureMarkdown(names, error)}`;
  return planned ? `\n${toMarkdown(planned.plan, names, {room: room - 1, isOneOfMany: true})}` : '';
}

/** Formats sections that fit into `maxTotal` characters together: the short ones whole, the others with equal shares of the rest. */
export function toSections(groups: readonly AlikeTenants[], maxTotal: number) {
  const whole = groups.map(group => toSection(group, maxCharacters));
  const lengths = new Map<number, number>();
  let left = maxTotal;
  for (const [index, text] of [...whole.entries()].toSorted(([, a], [, b]) => a.length - b.length)) {
    const share = Math.min(text.length, Math.floor(left / (whole.length - lengths.size)));
    lengths.set(index, share);
    left -= share;
  }
  // What a section leaves of its share goes to those after it.
  let spare = left;
  return groups.map((group, index) => {
    const maxLength = (lengths.get(index) ?? 0) + spare;
    const full = whole[index] ?? '';
    const text = full.length <= maxLength ? full : toSection(group, maxLength);
    spare = maxLength - text.length;
    return {names: group.names, text};
  });
}
