import type {ApiContext} from '../../../app/api-context.js';
import {GuardError, LocalError, messageOf, PendingChangesError, systemCode} from '../../../base/errors.js';
import type {Plan} from '../../../plan/plan.js';
import {toSavedPlan} from '../../../plan/plan-document.js';
import {writeAtomically} from '../../../system/files/write-atomically.js';
import {toAnnotations} from './plan-annotations.js';
import {toMarkdown} from './plan-markdown.js';
import type {TenantPlan} from './plan-tenant.js';
import {planDetail, summarizePlan} from './plan-view.js';

/** `text` follows `--output`; the others are for code review. */
export type PlanFormat = 'text' | 'markdown' | 'github';

/** Shows a plan for people, for machines, or for where code is reviewed. */
export async function showPlan(context: ApiContext, planned: TenantPlan, format: PlanFormat = 'text'): Promise<void> {
  if (format === 'markdown') await context.showText(toMarkdown(planned.plan, context.tenant));
  else if (format === 'github') await context.showCommands(toAnnotations(planned.plan));
  else await context.show(planDetail, planned);
  for (const warning of planned.plan.warnings) await context.reporter.warn(warning);
}

/** @throws GuardError when it would not be carried out, LocalError when it cannot be written; a file that is there stays as it is then */
export async function savePlan(
  {reporter}: ApiContext,
  {plan, meta, desired, current}: TenantPlan,
  file: string,
): Promise<void> {
  refuseRefusals(plan);
  try {
    writeAtomically(file, `${JSON.stringify(toSavedPlan(plan, desired.fields, current, meta), undefined, 2)}\n`);
  } catch (error) {
    throw new LocalError(`cannot write ${file}: ${systemCode(error) ?? messageOf(error)}`, {cause: error});
  }
  await reporter.note(suggest => `saved; to apply it, run: ${suggest('fields', 'apply', file)}`);
}

/** @throws GuardError when it would be refused; PendingChangesError, with `isCheck`, when changes are pending */
export function checkPlan(plan: Plan, isCheck: boolean): void {
  refuseRefusals(plan);
  if (isCheck && plan.changes.length > 0) throw new PendingChangesError(`changes are pending: ${summarizePlan(plan)}`);
}

/** @throws GuardError when the plan may not be carried out */
export function refuseRefusals({refusals}: Plan): void {
  const [first, ...others] = refusals;
  if (!first) return;
  const more = others.length > 0 ? ` (and ${others.length} more, see the plan)` : '';
  throw new GuardError(`${first.message}${more}`, first.hint);
}
