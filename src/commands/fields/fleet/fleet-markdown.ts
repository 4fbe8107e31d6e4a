import {cutEnd} from '../../../base/quote-start.js';
import {code, countRest, fit, fitEach, listNames} from '../plan/markdown-text.js';
import {maxCharacters} from '../plan/plan-markdown.js';
import {identifyTenant} from '../runs/identify-tenant.js';
import type {Member} from './fleet-members.js';
import {toSections} from './fleet-sections.js';
import {countMemberLosses, describeTotalLosses, summarizeFleet} from './summarize-fleet.js';

/** Characters for the names of tenants that are left out or unchanged. */
const reserve = 3_000;

/** Failures and refusals first, then what is lost; last those that stay as they are. */
function sortMembers(members: readonly Member[]): readonly Member[] {
  const rank = (member: Member) => {
    if (hasNothingToShow(member)) return 3;
    if (member.error || (member.planned?.plan.refusals.length ?? 0) > 0) return 0;
    return countMemberLosses(member) > 0 ? 1 : 2;
  };
  return members.toSorted((a, b) => rank(a) - rank(b));
}

function hasNothingToShow({planned}: Member): boolean {
  if (!planned) return false;
  const {changes, kept, refusals, warnings} = planned.plan;
  return changes.length + kept.length + refusals.length + warnings.length === 0;
}

/** Lists the tenants' base URLs, which the names of their profiles do not show. */
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
  const losses = describeTotalLosses(members);
  const title = `## Custom fields of ${summarizeFleet(members)}\n`;
  const head = [title, ...listAddresses(members), losses === undefined ? '' : `\n**Losses:** ${losses}\n`].join('');
  const room = maxCharacters - reserve - head.length;
  const sections = toSections(sortMembers(members.filter(member => !hasNothingToShow(member))), room);
  const {shown, hidden} = fitEach(sections, ({text}) => text, room);
  const hiddenNames = hidden.flatMap(({names}) => names);
  const quiet = members.filter(hasNothingToShow).map(({profile}) => profile);
  return [
    head,
    ...shown.map(({text}) => text),
    countRest(hiddenNames.length, 'tenant'),
    listNames('Not shown here', hiddenNames, reserve / 2),
    listNames('Unchanged', quiet, reserve / 3),
  ].join('');
}
