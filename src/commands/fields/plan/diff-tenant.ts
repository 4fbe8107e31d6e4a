import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {listFirst} from '../../../base/and-more.js';
import {countNouns} from '../../../base/count-nouns.js';
import {PendingChangesError} from '../../../base/errors.js';
import {yieldToInterruption} from '../../../base/yield-to-signals.js';
import {listDiffering} from '../../../plan/diff-document.js';
import {pickDocumented} from '../../../plan/documented.js';
import type {Plan, Refusal} from '../../../plan/plan.js';
import {nameOf} from '../../../plan/plan-field.js';
import {describeSpelling, toPlainName} from '../../../plan/similar-names.js';
import {toDiffView} from './diff-view.js';
import {planTenant} from './plan-tenant.js';
import {readDesiredSource} from './read-desired-source.js';
import {excerpts, whole} from './shortening.js';
import {requireNoRefusals, warnOfPlan} from './show-plan.js';
import {summarizeDiff} from './summarize-plan.js';

const byHand = 'Compare them by hand.';

/** @param names of fields, the same but for their spelling */
function describeUnmatched([name = '', ...others]: readonly string[]): string {
  if (name === '') return `${countNouns(others.length + 1, 'field')} without a name cannot be matched`;
  const other = others.find(each => each !== name);
  if (other === undefined) return `${others.length + 1} fields are named ${JSON.stringify(name)} and cannot be matched`;
  return `${JSON.stringify(name)} and ${JSON.stringify(other)} differ only in ${describeSpelling(name, other)} and cannot be matched`;
}

/** Refuses to compare fields that no name identifies, instead of calling those of the tenant extra. */
function withoutUncompared(plan: Plan, source: string, uncompared: ReadonlyMap<string, readonly CustomField[]>): Plan {
  const refusals = [...uncompared].map(
    ([, fields]): Refusal => ({
      reason: 'duplicate',
      place: `profile ${source}`,
      message: describeUnmatched(fields.map(nameOf)),
      hint: byHand,
    }),
  );
  return {
    ...plan,
    changes: plan.changes.filter(({name}) => !uncompared.has(toPlainName(name))),
    refusals: [...plan.refusals, ...refusals],
  };
}

/** Gives refusals of duplicate names the tenant as their place: the duplicates are its fields. */
function atTenant(plan: Plan, {connection: {profile}}: ApiContext): Plan {
  const place = profile === undefined ? undefined : `profile ${profile}`;
  const refusals = plan.refusals.map(refusal =>
    refusal.reason === 'duplicate' ? {...refusal, place, hint: byHand} : refusal,
  );
  return {...plan, refusals};
}

const maxDropped = 10;

async function noteDropped({reporter}: ApiContext, dropped: readonly string[], current: readonly CustomField[]) {
  const all = new Set(dropped);
  for (const field of current) pickDocumented(field, all);
  if (all.size > 0)
    await reporter.note(`not compared (not in the API reference): ${listFirst([...all].toSorted(), maxDropped)}`);
}

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
  const {fields, tenant, dropped, uncompared} = await readDesiredSource(context, source, openProfile);
  const permissions = {isPruning: true, replaceable: new Set<string>()};
  const compared = await planTenant(context, {fields, tenant}, permissions, {isComparison: true});
  const isOfTenants = fields.some(({isOfTenant}) => isOfTenant);
  if (isOfTenants) await noteDropped(context, dropped, compared.current);
  const plan = isOfTenants ? atTenant(compared.plan, context) : compared.plan;
  const planned = {...compared, plan: withoutUncompared(plan, source, uncompared)};
  await context.show(toDiffView(context.io.stdout.isTerminal ? excerpts : whole), planned);
  await yieldToInterruption(context.signal);
  if (context.format.isMachine) await warnOfPlan(context.reporter, planned.plan);
  requireNoRefusals(planned.plan);
  if (isCheck && listDiffering(planned.plan).length > 0)
    throw new PendingChangesError(`the tenant differs: ${summarizeDiff(planned.plan)}`);
}
