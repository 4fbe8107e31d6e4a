import {listFirst} from '../../../base/and-more.js';
import {countNouns} from '../../../base/count-nouns.js';
import type {BizctlError} from '../../../base/errors.js';
import {createSuggester, toText} from '../../../base/suggest-command.js';
import {nameTenants} from '../plan/name-tenants.js';
import {findRefusal} from '../plan/show-plan.js';
import type {Member} from './fleet-members.js';

interface FleetRefusal {
  /** What to do about the other tenants; no command to paste, as the hint of the failure may end with one. */
  readonly advice?: string | undefined;
  /** True if writes were to follow. */
  readonly isWrite?: boolean | undefined;
}

/** @throws the error of a tenant that could not be planned, naming the others; if there is one, that no retry would fix */
export function refuseFailures(members: readonly Member[], advice?: string): void {
  refuseFirst('cannot plan', members, ({error}) => error, {advice});
}

/** @throws as `refuseFailures` does; GuardError if the plan of a tenant has refusals */
export function requirePlans(members: readonly Member[], {advice, isWrite}: FleetRefusal = {}): void {
  refuseFirst('cannot plan', members, ({error}) => error, {advice, isWrite});
  refuseFirst('the plan was refused for', members, ({planned}) => planned && findRefusal(planned.plan), {isWrite});
}

const maxListed = 10;

function refuseFirst(
  what: string,
  members: readonly Member[],
  findError: (member: Member) => BizctlError | undefined,
  {advice, isWrite}: FleetRefusal,
): void {
  const failed = members.flatMap(member => {
    const error = findError(member);
    return error ? [{profile: member.profile, error}] : [];
  });
  // An error that no retry would fix comes first, whatever the order of the profiles.
  const rank = ({error}: {readonly error: BizctlError}) => (error.details.retryable ? 1000 : 0) + error.exitCode;
  const [first] = failed.toSorted((a, b) => rank(a) - rank(b));
  if (!first) return;
  const {error} = first;
  const {hint} = error.details;
  const own = hint && toText(hint, createSuggester({profile: first.profile}));
  const hints = [advice, own].filter(each => each !== undefined);
  const alike = Map.groupBy(failed, ({error: {message}}) => message);
  const listed = Array.from(alike, ([message, same]) => `${nameTenants(same.map(({profile}) => profile))}: ${message}`);
  throw error.with({
    ...(hints.length === 0 ? {} : {hint: hints.join(' ')}),
    message: `${what} ${failed.length} of ${countNouns(members.length, 'tenant')}${isWrite ? ', so nothing was written' : ''}: ${listFirst(listed, maxListed, '; ', '; ')}`,
  });
}
