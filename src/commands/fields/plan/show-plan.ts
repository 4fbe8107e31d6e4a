import {existsSync} from 'node:fs';
import type {ApiContext} from '../../../app/api-context.js';
import type {CommandContext} from '../../../app/command-context.js';
import {listFirst} from '../../../base/and-more.js';
import {type BizctlError, GuardError} from '../../../base/errors.js';
import {toPathArgument} from '../../../base/shell-word.js';
import {runBlocking, yieldToInterruption} from '../../../base/yield-to-signals.js';
import {countLosses} from '../../../plan/losses.js';
import {type Plan, showRemark} from '../../../plan/plan.js';
import {adviseToPass} from '../../../plan/plan-refusals.js';
import {toSavedPlan} from '../../../plan/saved-plan.js';
import type {TenantPlan} from '../../../plan/tenant-plan.js';
import {orLocalError} from '../../../system/files/or-local-error.js';
import {writeAtomically} from '../../../system/files/write-atomically.js';
import {describeIdentity} from '../runs/identify-tenant.js';
import {annotateFailure, annotateTotals, showAnnotations, toAnnotations} from './plan-annotations.js';
import type {PlanFormat} from './plan-format.js';
import {toFailureMarkdown, toMarkdown} from './plan-markdown.js';
import {toChangesView, toPlanView, toSummaryView} from './plan-view.js';
import {excerpts, whole} from './shortening.js';
import {describeLossesAndOption, summarizePlan} from './summarize-plan.js';

/** Shows reviewers why there is no plan. */
export async function showFailure(
  context: CommandContext,
  tenants: readonly string[],
  error: BizctlError,
  format: PlanFormat,
): Promise<void> {
  if (format === 'markdown') await context.showText(toFailureMarkdown(tenants, error));
  if (format === 'github') await showAnnotations(context, [annotateFailure(error)]);
}

export async function showPlan(context: ApiContext, planned: TenantPlan, format: PlanFormat = 'text'): Promise<void> {
  const {plan, meta} = planned;
  // Comparing many long texts takes seconds.
  if (format === 'markdown')
    await context.showText(await runBlocking(context, () => toMarkdown(plan, [describeIdentity(meta.tenant)])));
  else if (format === 'github')
    await showAnnotations(
      context,
      await runBlocking(context, () => [
        ...toAnnotations(plan),
        ...annotateTotals(summarizePlan(plan), describeLossesAndOption(plan)),
      ]),
    );
  else await showAsText(context, planned);
  await yieldToInterruption(context.signal);
  // A plan as text has its warnings.
  if (format !== 'text' || context.format.isMachine) await warnOfPlan(context.reporter, planned.plan);
}

export async function warnOfPlan({warn}: Pick<ApiContext['reporter'], 'warn'>, {warnings}: Plan): Promise<void> {
  for (const warning of warnings) await warn(showRemark(warning));
}

async function showAsText(context: ApiContext, planned: TenantPlan): Promise<void> {
  const {changes, kept} = planned.plan;
  if (context.format.isMachine || !context.io.stdout.isTerminal) return context.show(toPlanView(whole), planned);
  // Long changes go to the pager; the summary stays on the screen.
  if (changes.length + kept.length > 0) await context.show(toChangesView(excerpts), planned);
  await context.show(toSummaryView(false, false), planned);
}

/**
 * Saves a plan. If that fails, an existing file is left unchanged.
 *
 * @throws GuardError if the plan has refusals; LocalError if the file cannot be written
 */
export async function savePlan({reporter}: ApiContext, planned: TenantPlan, file: string): Promise<void> {
  const {plan} = planned;
  const refusal = findRefusal(plan);
  if (refusal && existsSync(file)) await reporter.warn(`${file} was not replaced; it holds an earlier plan`);
  if (refusal) throw refusal;
  orLocalError(`cannot write ${file}`, () => writeAtomically(file, toPlanText(planned)));
  const losses = countLosses(plan.changes).total;
  const expected = losses === 0 ? [] : ['--expect-deletes', String(losses)];
  await reporter.note(
    suggest =>
      `saved the plan to ${file}; to apply it, run: ${suggest('fields', 'apply', toPathArgument(file), ...expected)}`,
  );
}

export function toPlanText({plan, meta, desired, current}: TenantPlan): string {
  return `${JSON.stringify(toSavedPlan(plan, desired.fields, current, meta), undefined, 2)}\n`;
}

const maxRefusals = 3;

/** @throws GuardError if the plan has refusals */
export function requireNoRefusals(plan: Plan): void {
  const refusal = findRefusal(plan);
  if (refusal) throw refusal;
}

/** The refusals of a plan as one error, if it has any. */
export function findRefusal({refusals}: Plan): GuardError | undefined {
  if (refusals.length === 0) return undefined;
  const named = refusals.slice(0, maxRefusals);
  const hints = named.filter(({option}) => !option).map(({hint}) => hint);
  const options = named.flatMap(({option = []}) => option);
  return new GuardError(
    listFirst(refusals.map(showRemark), maxRefusals, '; ', '; '),
    [...new Set(hints), ...(options.length > 0 ? [adviseToPass(options)] : [])].join(' '),
  );
}
