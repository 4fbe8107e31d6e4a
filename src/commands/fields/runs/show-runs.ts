import type {CommandContext} from '../../../app/command-context.js';
import {findTenantOption} from '../../../app/global-options.js';
import {readProfiles} from '../../../app/open-profiles.js';
import {listRunIds} from '../../../app/run-directory.js';
import {readRun} from '../../../app/run-store.js';
import {NotFoundError} from '../../../base/errors.js';
import {listRunWrites} from '../../../plan/list-run-writes.js';
import type {Run} from '../../../plan/run.js';
import {findProfile} from '../../../profile/find-profile.js';
import {findFleetRuns} from './find-run.js';
import {isOfTarget, listRuns} from './list-runs.js';
import {describeRun, runTable, writeTable} from './runs-view.js';

export async function showRuns(context: CommandContext, run: string | undefined): Promise<void> {
  if (run !== undefined) {
    const found = await readRunOrFleet(context, run);
    if (!('run' in found)) return context.showRows({...runTable, empty: 'no run of this fleet on this tenant'}, found);
    await context.reporter.note(`run ${found.run}: ${describeRun(found, context.zone)}`);
    return context.showRows(writeTable, listRunWrites(found));
  }
  const runs = await listRuns(context);
  const ofTenant = findTenantOption(context.options) === undefined ? '' : ' for this tenant';
  const isUnread = ofTenant === '' && runs.length === 0 && (await listRunIds(context)).length > 0;
  const empty = isUnread ? 'none of the recorded runs can be read' : `no runs recorded${ofTenant} on this machine`;
  const {profile} = context.options;
  // A profile that was removed still has its runs.
  if (profile !== undefined && runs.length === 0) findProfile(await readProfiles(context, context.reporter), profile);
  await context.showRows({...runTable, empty}, runs);
}

/** @throws NotFoundError if neither a run nor a fleet has the id */
async function readRunOrFleet(context: CommandContext, id: string): Promise<Run | readonly Run[]> {
  try {
    return await readRun(context, id);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    const {runs, damaged, unclear} = await findFleetRuns(context, id);
    if (runs.length + damaged.length === 0) throw error;
    for (const run of damaged) await context.reporter.warn(`the journal of run ${run} is damaged`);
    for (const run of unclear)
      await context.reporter.warn(`run ${run} may belong to this fleet, but its journal is damaged or unreadable`);
    return runs.filter(run => isOfTarget(run, context));
  }
}
