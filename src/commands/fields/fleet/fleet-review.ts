import {andMore} from '../../../base/and-more.js';
import {countNouns} from '../../../base/count-nouns.js';
import {countLosses, sumLosses} from '../../../plan/plan.js';
import {countRest, fitEach, listNames} from '../apply/markdown-text.js';
import {type Annotation, annotateFailure, annotateTotals, toAnnotations} from '../apply/plan-annotations.js';
import {maxCharacters, toFailureMarkdown, toMarkdown} from '../apply/plan-markdown.js';
import {askToExpect, summarizePlan} from '../apply/summarize-plan.js';
import type {Member} from './fleet-members.js';

/** Characters for the names of tenants that are left out or as declared. */
const reserve = 3_000;

function countMemberLosses({planned}: Member): number {
  return planned ? sumLosses(countLosses(planned.plan.changes)) : 0;
}

/** What the losses of all plans sum up to, and the option that an apply requires for them; `undefined` without losses. */
export function describeFleetLosses(members: readonly Member[]): string | undefined {
  const count = members.reduce((sum, member) => sum + countMemberLosses(member), 0);
  return count === 0 ? undefined : `${count} across all tenants; ${askToExpect(count)}`;
}

/** Counts the tenants: `4 tenants: 1 failed, 2 with changes, 1 as declared`. */
function summarizeFleet(members: readonly Member[]): string {
  const isRefused = ({planned}: Member) => planned !== undefined && planned.plan.refusals.length > 0;
  const hasChanges = (member: Member) => !isRefused(member) && (member.planned?.plan.changes.length ?? 0) > 0;
  const count = (isCounted: (member: Member) => boolean) => members.filter(isCounted).length;
  const [failed, refused, changed] = [count(({error}) => error !== undefined), count(isRefused), count(hasChanges)];
  const parts = [
    {number: failed, what: 'failed'},
    {number: refused, what: 'refused'},
    {number: changed, what: 'with changes'},
    {number: members.length - failed - refused - changed, what: 'as declared'},
  ];
  return `${countNouns(members.length, 'tenant')}: ${parts
    .filter(({number}) => number > 0)
    .map(({number, what}) => `${number} ${what}`)
    .join(', ')}`;
}

/** Failures and refusals first, then what is lost. */
function sortByLoss(members: readonly Member[]): readonly Member[] {
  const rank = (member: Member) => {
    if (member.error || (member.planned?.plan.refusals.length ?? 0) > 0) return 0;
    return countMemberLosses(member) > 0 ? 1 : 2;
  };
  return members.toSorted((a, b) => rank(a) - rank(b));
}

/** True for a tenant of which there is nothing to say. */
function isQuiet({planned}: Member): boolean {
  if (!planned) return false;
  const {changes, kept, refusals, warnings} = planned.plan;
  return changes.length + kept.length + refusals.length + warnings.length === 0;
}

/** Tenants of which a review says the same. */
interface AlikeTenants {
  readonly first: Member;
  readonly names: readonly string[];
}

function toSection({first: {planned, error}, names}: AlikeTenants, room: number): string {
  if (error) return `\n${toFailureMarkdown(names, error)}`;
  return planned ? `\n${toMarkdown(planned.plan, names, {room: room - 1, isOneOfMany: true})}` : '';
}

/** Formats sections that fit into `room` together: the short ones whole, the others with equal shares of the rest. */
function toSections(groups: readonly AlikeTenants[], room: number): readonly string[] {
  const whole = groups.map(group => toSection(group, maxCharacters));
  const rooms = new Map<number, number>();
  let left = room;
  for (const [index, text] of [...whole.entries()].toSorted(([, a], [, b]) => a.length - b.length)) {
    const given = Math.min(text.length, Math.floor(left / (whole.length - rooms.size)));
    rooms.set(index, given);
    left -= given;
  }
  return groups.map((group, index) => {
    const [text = '', given = 0] = [whole[index], rooms.get(index)];
    return text.length <= given ? text : toSection(group, given);
  });
}

const summary = {level: 'notice', rank: 'summary'} as const;
const maxNames = 50;

function nameTenants(names: readonly string[]): string {
  return `${names.slice(0, maxNames).join(', ')}${andMore(names.length - maxNames)}`;
}

/** Groups tenants whose sections would be identical if there was room for all of them. */
function groupAlike(members: readonly Member[]): readonly AlikeTenants[] {
  const alike = Map.groupBy(members, member => toSection({first: member, names: ['']}, Number.MAX_SAFE_INTEGER));
  return [...alike.values()].flatMap(same => {
    const [first] = same;
    return first ? [{first, names: same.map(({profile}) => profile)}] : [];
  });
}

/** Formats the plans of several tenants as one comment on a pull request. */
export function toFleetMarkdown(members: readonly Member[]): string {
  const losses = describeFleetLosses(members);
  const head = `## Custom fields of ${summarizeFleet(members)}\n${losses === undefined ? '' : `\n**Losses:** ${losses}\n`}`;
  const told = groupAlike(sortByLoss(members.filter(member => !isQuiet(member))));
  const room = maxCharacters - reserve - head.length;
  const sections = toSections(told, room).map((text, index) => ({text, names: told[index]?.names ?? []}));
  const {shown, hidden} = fitEach(sections, ({text}) => text, room);
  const hiddenNames = hidden.flatMap(({names}) => names);
  const quiet = members.filter(isQuiet).map(({profile}) => profile);
  return [
    head,
    ...shown.map(({text}) => text),
    countRest(hiddenNames.length, 'tenant'),
    listNames('Not shown here', hiddenNames, reserve / 2),
    listNames('As declared', quiet, reserve / 3),
  ].join('');
}

/**
 * Annotates the plans of several tenants. What is the same for several is one annotation, as GitHub shows only ten.
 */
export function toFleetAnnotations(members: readonly Member[]): readonly Annotation[] {
  const annotated = members.flatMap(({profile, planned, error}) =>
    (planned
      ? [...toAnnotations(planned.plan), {...summary, message: summarizePlan(planned.plan)}]
      : error
        ? [annotateFailure(error)]
        : []
    ).map(annotation => ({annotation, profile})),
  );
  const alike = Map.groupBy(annotated, ({annotation}) => JSON.stringify(annotation));
  return [
    ...annotateTotals(summarizeFleet(members), describeFleetLosses(members)),
    ...[...alike.values()].flatMap(same => {
      const tenants = nameTenants(same.map(({profile}) => profile));
      return same.slice(0, 1).map(({annotation}) => ({...annotation, tenants}));
    }),
  ];
}
