import {BizctlError, UsageError} from '../../../base/errors.js';
import {hasWritten} from '../../../plan/run.js';
import {type ApplyPlanOptions, applyPlan, planAgain, refuseStale} from '../apply/apply-plan.js';
import {requireNoRefusals} from '../plan/show-plan.js';
import {findRun} from '../runs/find-run.js';
import {identifyTenant} from '../runs/identify-tenant.js';
import {lockTenant} from '../write/lock-tenant.js';
import {type Fleet, type Member, reportOnce, toRow} from './fleet-members.js';
import type {FleetOutcome} from './fleet-outcome.js';
import {toFailedOutcome} from './fleet-view.js';
import type {FleetOptions} from './open-fleet.js';

export interface FleetApplyOptions extends FleetOptions, ApplyPlanOptions {
  readonly waves?: string | undefined;
}

/** Parses wave sizes such as `1,5,rest`. The last wave takes what is left. */
export function parseWaves(text: string): readonly number[] {
  const words = text.split(',');
  const isValid = words.every(
    (word, index) => /^[1-9]\d{0,5}$/.test(word) || (word === 'rest' && index === words.length - 1),
  );
  if (!isValid)
    throw new UsageError(`invalid value for --waves: ${JSON.stringify(text)}`, 'Use sizes such as 1,5,rest.');
  return [...words.filter(word => word !== 'rest').map(Number), Number.POSITIVE_INFINITY];
}

/** The sizes end with infinity. */
function cutIntoWaves(members: readonly Member[], sizes: readonly number[]): readonly (readonly Member[])[] {
  let start = 0;
  return sizes.map(size => {
    const wave = members.slice(start, start + size);
    start += size;
    return wave;
  });
}

/** Applies the plans one after the other; a wave starts only if those before have succeeded. */
export async function applyWaves(
  fleet: Fleet,
  members: readonly Member[],
  sizes: readonly number[],
  options: FleetApplyOptions,
): Promise<readonly FleetOutcome[]> {
  const {signal} = fleet.context;
  const outcomes: FleetOutcome[] = [];
  const said = new Set<string>();
  const hasFailed = () => outcomes.some(({error}) => error !== undefined);
  for (const wave of cutIntoWaves(members, sizes)) {
    const isStopped = hasFailed();
    for (const member of wave) {
      const isTried = !isStopped && !(options.failFast && hasFailed()) && !signal.aborted;
      outcomes.push(
        isTried ? await applyMember(member, fleet, options, said) : {row: {...toRow(member), outcome: 'not tried'}},
      );
    }
  }
  return outcomes;
}

/** @param said the failures of other tenants */
async function applyMember(
  member: Member,
  fleet: Fleet,
  options: FleetApplyOptions,
  said: Set<string>,
): Promise<FleetOutcome> {
  const {context, planned} = member;
  if (!context || !planned || planned.plan.changes.length === 0) return {row: toRow(member)};
  try {
    const unlock = await lockTenant(context, identifyTenant(context));
    try {
      // Planned again, because time has passed, and another profile may share the tenant.
      const again = await planAgain(context, planned);
      requireNoRefusals(again.plan);
      if (again.plan.changes.length === 0) return {row: toRow({...member, planned: again})};
      refuseStale(planned, again);
      await applyPlan(context, {planned: {...again, fleet: fleet.id}, source: 'fleet'}, options);
    } finally {
      unlock();
    }
    return {row: {...toRow(member), run: planned.meta.id, outcome: 'applied'}, hasWritten: true};
  } catch (error) {
    if (!(error instanceof BizctlError)) throw error;
    await reportOnce(context, error, said);
    // None if the journal was never started.
    const [begun] = await findRun(context, planned.meta.id);
    const row = {...toRow(member), run: begun?.run, ...toFailedOutcome(error)};
    return {row, error, hasWritten: begun !== undefined && hasWritten(begun)};
  }
}
