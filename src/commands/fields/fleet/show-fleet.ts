import {join} from 'node:path';
import type {CommandContext} from '../../../app/command-context.js';
import {countNouns} from '../../../base/count-nouns.js';
import type {DetailView} from '../../../output/view.js';
import {countLosses, showRemark, sumLosses} from '../../../plan/plan.js';
import {toSavedPlan} from '../../../plan/saved-plan.js';
import {writeNewFiles} from '../../../system/files/write-new-files.js';
import {annotateFailure, toAnnotations} from '../apply/plan-annotations.js';
import {toFailureMarkdown, toMarkdown} from '../apply/plan-markdown.js';
import type {TenantPlan} from '../apply/plan-tenant.js';
import {toPlanView} from '../apply/plan-view.js';
import {type PlanFormat, requireNoRefusals} from '../apply/show-plan.js';
import {type Member, toRow} from './fleet-members.js';
import {fleetTable} from './fleet-view.js';

export interface FleetPlanOptions {
  readonly format: PlanFormat;
  /** A new directory for a saved plan of each tenant. */
  readonly out?: string | undefined;
  readonly check?: true | undefined;
}

/** Shows the plans of all tenants; machine formats and those for code review have no table. */
export async function showFleet(
  context: CommandContext,
  members: readonly Member[],
  format: PlanFormat,
): Promise<void> {
  if (format === 'text' && context.format.isMachine) await context.showRows(fleetTable, members.map(toRow));
  else if (format === 'text') await showPlans(context, members);
  for (const {profile, context: tenant, planned, error} of members) {
    // A review must not look complete without it.
    if (error && format === 'markdown') await context.showText(`${toFailureMarkdown(profile, error)}\n`);
    if (error && format === 'github') await context.showCommands(annotateFailure(profile, error));
    if (!planned) continue;
    if (format === 'markdown') await context.showText(`${toMarkdown(planned.plan, profile, members.length)}\n`);
    else if (format === 'github') await context.showCommands(toAnnotations(planned.plan, profile));
    else if (!context.format.isMachine && hasLines(planned)) continue;
    for (const warning of planned.plan.warnings) await tenant?.reporter.warn(showRemark(warning));
  }
  const losses = sumLosses(countLosses(members.flatMap(({planned}) => planned?.plan.changes ?? [])));
  if (losses > 0 && !context.format.isMachine)
    await context.reporter.note(`without a terminal or with --yes, pass --expect-deletes ${losses} for all tenants`);
}

/** True for a plan that is shown above the table. */
function hasLines({plan}: TenantPlan): boolean {
  return plan.changes.length + plan.kept.length > 0;
}

/** Shows the plan of each tenant that has changes or protected fields, then a table of all. */
export async function showPlans(context: CommandContext, members: readonly Member[]): Promise<void> {
  const changed = members.filter(({planned}) => planned && hasLines(planned));
  if (changed.length > 0) await context.show(toFleetView(context.io.stdout.isTerminal), changed);
  await context.showRows(fleetTable, members.map(toRow));
}

/** The plans of several tenants, one below the other. */
const toFleetView = (isShort: boolean): DetailView<readonly Member[]> => ({
  lines: (members, settings) =>
    members.flatMap(({profile, planned}) =>
      planned
        ? [{label: profile, value: []}, ...toPlanView(isShort, true).lines(planned, settings), {label: '', value: []}]
        : [],
    ),
  toValue: members => members.map(({profile}) => profile),
  documented: [],
});

/** @throws GuardError if a plan has refusals; UsageError if the directory is not empty */
export async function saveFleet(context: CommandContext, members: readonly Member[], directory: string): Promise<void> {
  const files = members.flatMap(({profile, planned}) => {
    if (!planned) return [];
    const {plan, desired, current, meta} = planned;
    requireNoRefusals(plan);
    const document = toSavedPlan(plan, desired.fields, current, meta);
    return [{name: `${profile}.json`, text: `${JSON.stringify(document, undefined, 2)}\n`}];
  });
  writeNewFiles(directory, files);
  await context.reporter.note(
    suggest =>
      `saved ${countNouns(files.length, 'plan')}; to apply one, run: ${suggest('fields', 'apply', join(directory, 'PROFILE.json'), '--profile', 'PROFILE')}`,
  );
}
