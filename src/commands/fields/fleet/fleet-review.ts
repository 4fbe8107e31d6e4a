import {countNouns} from '../../../base/count-nouns.js';
import {countLosses, sumLosses} from '../../../plan/plan.js';
import {countRest} from '../apply/markdown-text.js';
import {
  type Annotation,
  annotateFailure,
  annotateTotals,
  type Repository,
  toAnnotations,
} from '../apply/plan-annotations.js';
import {maxCharacters, toFailureMarkdown, toMarkdown} from '../apply/plan-markdown.js';
import {askToExpect} from '../apply/summarize-plan.js';
import type {Member} from './fleet-members.js';

/** Characters for the line that counts the tenants that are left out. */
const reserve = 100;

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

/** Failures first, then what is lost. */
function sortByLoss(members: readonly Member[]): readonly Member[] {
  const rank = (member: Member) => (member.error ? 0 : countMemberLosses(member) > 0 ? 1 : 2);
  return members.toSorted((a, b) => rank(a) - rank(b));
}

/** Formats the plans of several tenants as one comment on a pull request. */
export function toFleetMarkdown(members: readonly Member[]): string {
  const losses = describeFleetLosses(members);
  let text = `## Custom fields of ${summarizeFleet(members)}\n${losses === undefined ? '' : `\n**Losses:** ${losses}\n`}`;
  let hidden = 0;
  for (const [index, {profile, planned, error}] of sortByLoss(members).entries()) {
    const room = maxCharacters - reserve - text.length;
    const share = Math.floor(room / (members.length - index));
    const section = error
      ? toFailureMarkdown(profile, error)
      : planned && toMarkdown(planned.plan, profile, {room: share, isOneOfMany: true});
    if (section === undefined || section.length >= room) hidden += 1;
    else text += `\n${section}`;
  }
  return `${text}${countRest(hidden, 'tenant')}`;
}

/** Annotates the plans of several tenants, the most important of all first. */
export function toFleetAnnotations(members: readonly Member[], repository: Repository): readonly Annotation[] {
  return [
    ...annotateTotals(summarizeFleet(members), describeFleetLosses(members)),
    ...members.flatMap(({profile, planned, error}) => [
      ...(error ? [annotateFailure(error, profile)] : []),
      ...(planned ? toAnnotations(planned.plan, repository, profile) : []),
    ]),
  ];
}
