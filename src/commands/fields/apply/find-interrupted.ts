import type {ApiContext} from '../../../app/api-context.js';
import {listRunIds} from '../../../app/list-run-ids.js';
import {hasEnded} from '../../../app/run-store.js';
import {stringOf} from '../../../json/json.js';
import type {Run} from '../../../plan/journal.js';
import {isSameAddress} from '../../../plan/tenant-identity.js';
import {findRun} from './find-run.js';
import {identifyTenant} from './identify-tenant.js';

/** How many of the latest runs are checked for interrupted ones. */
const maxRuns = 100;

/** Finds interrupted runs among the latest on this tenant; their last writes may still be arriving. */
export async function findInterrupted(context: ApiContext): Promise<readonly Run[]> {
  const actual = identifyTenant(context);
  const latest = (await listRunIds(context)).slice(0, maxRuns);
  const found = await Promise.all(latest.map(async id => ((await hasEnded(context, id)) ? [] : findRun(context, id))));
  return found
    .flat()
    .filter(
      ({outcome, plan}) => outcome === undefined && isSameAddress(stringOf(plan['base_url']) ?? '', actual.base_url),
    );
}
