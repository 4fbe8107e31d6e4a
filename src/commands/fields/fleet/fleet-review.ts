import {countNouns} from '../../../base/count-nouns.js';
import {cutEnd} from '../../../base/quote-start.js';
import {countLosses} from '../../../plan/losses.js';
import {code, countRest, fit, fitEach, listNames} from '../plan/markdown-text.js';
import {nameTenants} from '../plan/name-tenants.js';
import {maxCharacters} from '../plan/plan-markdown.js';
import {askForOption, nameLosses} from '../plan/summarize-plan.js';
import {identifyTenant} from '../runs/identify-tenant.js';
import {changesOf, type Member, toRow} from './fleet-members.js';
import {toSections} from './fleet-sections.js';

/** Characters for the names of tenants that are left out or unchanged. */
const reserve = 3_000;

function countMemberLosses({planned}: Member): number {
  return planned ? countLosses(planned.plan.changes).total : 0;
}

/**
 * The sum of the losses of all plans, and the option that an apply requires for them; `undefined` without losses.
 *
 * @param names of what is lost, after a colon
 */
function describeSum(members: readonly Member[], names = ''): string | undefined {
  const count = members.reduce((sum, member) => sum + countMemberLosses(member), 0);
  if (count === 0) return undefined;
  const total = `${count} across all tenants${names}`;
  const unknown = members.filter(({planned}) => planned === undefined).map(({profile}) => profile);
  return unknown.length > 0
    ? `at least ${total}; unknown for ${nameTenants(unknown)}`
    : `${total}; ${askForOption(count)}`;
}

/** Like `describeSum`, with the names of what is lost. */
export function describeFleetLosses(members: readonly Member[]): string | undefined {
  return describeSum(members, `: ${nameLosses(changesOf(members))}`);
}

/** Counts the tenants: `4 tenants: 1 failed, 2 with changes, 1 unchanged`. */
export function summarizeFleet(members: readonly Member[]): string {
  const words = {failed: 'failed', refused: 'refused', planned: 'with changes', 'nothing to do': 'unchanged'};
  const outcomes = members.map(member => toRow(member).outcome);
  const counted = Object.entries(words).map(([outcome, what]) => ({
    number: outcomes.filter(each => each === outcome).length,
    what,
  }));
  const parts = counted.flatMap(({number, what}) => (number > 0 ? [`${number} ${what}`] : []));
  return `${countNouns(members.length, 'tenant')}: ${parts.join(', ')}`;
}

/** Failures and refusals first, then what is lost; last those that stay as they are. */
function sortMembers(members: readonly Member[]): readonly Member[] {
  const rank = (member: Member) => {
    if (isQuiet(member)) return 3;
    if (member.error || (member.planned?.plan.refusals.length ?? 0) > 0) return 0;
    return countMemberLosses(member) > 0 ? 1 : 2;
  };
  return members.toSorted((a, b) => rank(a) - rank(b));
}

function isQuiet({planned}: Member): boolean {
  if (!planned) return false;
  const {changes, kept, refusals, warnings} = planned.plan;
  return changes.length + kept.length + refusals.length + warnings.length === 0;
}

/** Says where the tenants are, which their profiles do not show. */
function listAddresses(members: readonly Member[]): readonly string[] {
  const opened = sortMembers(members).flatMap(({profile, context}) =>
    context ? [{profile, address: identifyTenant(context).base_url}] : [],
  );
  const byAddress = Map.groupBy(opened, ({address}) => address);
  const toLine = ([address, those]: readonly [string, typeof opened]) => {
    const names = those.map(({profile}) => profile);
    return listNames(`At ${code(cutEnd(address, reserve / 6))}`, names, reserve / 3);
  };
  const lines = [...byAddress].map(toLine);
  const shown = fit(lines, reserve);
  return [...shown, countRest(lines.length - shown.length, 'base URL')];
}

/** Formats the plans of several tenants as one comment on a pull request. */
export function toFleetMarkdown(members: readonly Member[]): string {
  const losses = describeSum(members);
  const title = `## Custom fields of ${summarizeFleet(members)}\n`;
  const head = [title, ...listAddresses(members), losses === undefined ? '' : `\n**Losses:** ${losses}\n`].join('');
  const room = maxCharacters - reserve - head.length;
  const sections = toSections(sortMembers(members.filter(member => !isQuiet(member))), room);
  const {shown, hidden} = fitEach(sections, ({text}) => text, room);
  const hiddenNames = hidden.flatMap(({names}) => names);
  const quiet = members.filter(isQuiet).map(({profile}) => profile);
  return [
    head,
    ...shown.map(({text}) => text),
    countRest(hiddenNames.length, 'tenant'),
    listNames('Not shown here', hiddenNames, reserve / 2),
    listNames('Unchanged', quiet, reserve / 3),
  ].join('');
}
