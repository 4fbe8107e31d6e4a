import type {ApiContext} from '../../../app/api-context.js';
import {PendingChangesError} from '../../../base/errors.js';
import {letInterruptionIn} from '../../../base/let-signals-in.js';
import {listDiffering} from '../../../plan/diff-document.js';
import {planTenant} from './plan-tenant.js';
import {toDiffView} from './plan-view.js';
import {readDesiredSource} from './read-desired-source.js';
import {requireNoRefusals, warnOfPlan} from './show-plan.js';
import {summarizeDiff} from './summarize-plan.js';

/**
 * Shows how a tenant differs from files or from another tenant.
 *
 * @param source a path or a profile
 */
export async function diffTenant(
  context: ApiContext,
  source: string,
  openProfile: (name: string) => Promise<ApiContext>,
  isCheck: boolean,
): Promise<void> {
  const {fields, tenant} = await readDesiredSource(context, source, openProfile);
  const replaceable = new Set(fields.map(({name}) => name));
  const planned = await planTenant(context, {fields, tenant}, {isPruning: true, replaceable});
  await context.show(toDiffView(context.io.stdout.isTerminal), planned);
  await letInterruptionIn(context.signal);
  if (context.format.isMachine) await warnOfPlan(context.reporter, planned.plan);
  requireNoRefusals(planned.plan);
  if (isCheck && listDiffering(planned.plan).length > 0)
    throw new PendingChangesError(`the tenant differs: ${summarizeDiff(planned.plan)}`);
}
