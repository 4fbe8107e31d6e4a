import type {ApiContext} from '../../../app/api-context.js';
import type {CommandContext} from '../../../app/command-context.js';
import {listDamagedRunIds, listRunIds, listUnfinishedIds} from '../../../app/run-directory.js';
import {isPartOfFleet, readRun} from '../../../app/run-store.js';
import {only} from '../../../base/catch-errors.js';
import {LocalError, NotFoundError, UsageError} from '../../../base/errors.js';
import {mapInSteps} from '../../../base/yield-to-signals.js';
import {DamagedJournalError} from '../../../plan/journal.js';
import {compareRuns, type Run} from '../../../plan/run.js';
import {isRunOf, type TenantIdentity} from '../../../plan/tenant-identity.js';
import {isSoonAfter} from './create-timed-id.js';
import {identifyTenant} from './identify-tenant.js';
import {readRunTenant} from './read-run-tenant.js';

/** The runs of one apply to several tenants. */
export interface FleetRuns {
  /** Latest first. */
  readonly runs: readonly Run[];
  /** The ids of those whose journals are damaged or cannot be read. */
  readonly damaged: readonly string[];
  /** The ids of runs that may be some of them: the line of their journals that would say so is damaged or cannot be read. */
  readonly unclear: readonly string[];
}

/** All tenants of a fleet are planned, and get the ids of their runs, within this time. */
const maxPlanningMs = 3_600_000;

/** Finds the runs of a fleet; none if no run has that id of a fleet. */
export async function findFleetRuns(context: CommandContext, fleet: string): Promise<FleetRuns> {
  const ids = new Set([...(await listRunIds(context)), ...(await listDamagedRunIds(context))]);
  const runs: Run[] = [];
  const damaged: string[] = [];
  const unclear: string[] = [];
  const look = async (id: string) => {
    try {
      const run = await readRun(context, id);
      if (run.fleet === fleet) runs.push(run);
    } catch (error) {
      if (error instanceof DamagedJournalError || error instanceof LocalError) {
        const isPart = await isPartOfFleet(context, id, fleet);
        if (isPart) damaged.push(id);
        else if (isPart === undefined && isSoonAfter(id, fleet, maxPlanningMs)) unclear.push(id);
      } else if (!(error instanceof NotFoundError)) throw error;
    }
  };
  await mapInSteps([...ids], look, context.signal);
  return {runs: runs.toSorted((a, b) => compareRuns(b, a)), damaged, unclear};
}

export async function isFleet(context: CommandContext, id: string): Promise<boolean> {
  const {runs, damaged} = await findFleetRuns(context, id);
  return runs.length + damaged.length > 0;
}

/** The other runs on the tenant of a run, also those made with the token in use now; latest first. */
export async function findOtherRuns(context: ApiContext, run: Run): Promise<readonly Run[]> {
  const tenant = identifyTenant(context);
  const isOfTenant = (other: {readonly plan: TenantIdentity}) => isRunOf(other, run.plan) || isRunOf(other, tenant);
  const ids = (await listLatestOf(context, isOfTenant)).filter(id => id !== run.run);
  return (await findRuns(context, ids)).filter(isOfTenant).toSorted((a, b) => compareRuns(b, a));
}

/**
 * How many of the latest runs, on all tenants, are considered besides unfinished ones: some applies are to a thousand
 * tenants.
 */
const maxRuns = 5000;

/**
 * The ids of the latest runs on a tenant, latest first. Runs whose tenant is unknown are included. Empty where runs
 * cannot be kept: commands that only read work there (row 86), and those that write find out when they lock the tenant.
 */
export async function listLatestOf(
  context: CommandContext,
  isOfTenant: (run: {readonly plan: TenantIdentity}) => boolean,
): Promise<readonly string[]> {
  const ids = await listRunIds(context).catch(only(LocalError, () => []));
  const unfinished = new Set(await listUnfinishedIds(context).catch(only(LocalError, () => [])));
  const latest = ids.filter((id, index) => index < maxRuns || unfinished.has(id));
  const tenants = await Promise.all(latest.map(id => readRunTenant(context, id)));
  return latest.filter((_id, index) => {
    const plan = tenants[index];
    return plan === undefined || isOfTenant({plan});
  });
}

/** Reads several runs as `findRun` does. */
export async function findRuns(context: CommandContext, ids: readonly string[]): Promise<readonly Run[]> {
  return (await mapInSteps(ids, id => findRun(context, id), context.signal)).flat();
}

/**
 * Reads a run. Empty if its journal is damaged or cannot be read, which is reported as a warning, or has no complete
 * line yet.
 */
export async function findRun(context: CommandContext, id: string): Promise<readonly Run[]> {
  try {
    return [await readRun(context, id)];
  } catch (error) {
    if (error instanceof UsageError || error instanceof LocalError) await context.reporter.warnOnce(error.message);
    else if (!(error instanceof NotFoundError)) throw error;
    return [];
  }
}
