import {countNouns} from '../../../base/count-nouns.js';
import {countLosses} from '../../../plan/losses.js';
import {nameTenants} from '../plan/name-tenants.js';
import {askForOption, nameLosses} from '../plan/summarize-plan.js';
import {changesOf, type Member, toRow} from './fleet-members.js';

export function countMemberLosses({planned}: Member): number {
  return planned ? countLosses(planned.plan.changes).total : 0;
}

/**
 * The sum of the losses of all plans, and the option that an apply requires for them; `undefined` without losses.
 *
 * @param names `: NAMES`, appended to the total
 */
export function describeTotalLosses(members: readonly Member[], names = ''): string | undefined {
  const count = members.reduce((sum, member) => sum + countMemberLosses(member), 0);
  if (count === 0) return undefined;
  const total = `${count} across all tenants${names}`;
  const unknown = members.filter(({planned}) => planned === undefined).map(({profile}) => profile);
  return unknown.length > 0
    ? `at least ${total}; unknown for ${nameTenants(unknown)}`
    : `${total}; ${askForOption(count)}`;
}

/** Like `describeTotalLosses`, with the names of what is lost. */
export function describeFleetLosses(members: readonly Member[]): string | undefined {
  return describeTotalLosses(members, `: ${nameLosses(changesOf(members))}`);
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
