import {join} from 'node:path';
import type {CommandContext} from '../../../app/command-context.js';
import {countNouns} from '../../../base/count-nouns.js';
import {toPathArgument} from '../../../base/shell-word.js';
import type {DetailView} from '../../../output/view.js';
import type {TenantPlan} from '../../../plan/tenant-plan.js';
import {writeNewFiles} from '../../../system/files/write-new-files.js';
import {showAnnotations} from '../plan/plan-annotations.js';
import type {PlanFormat} from '../plan/plan-format.js';
import {toPlanView} from '../plan/plan-view.js';
import {excerpts, type Shortening, whole} from '../plan/shortening.js';
import {toPlanText, warnOfPlan} from '../plan/show-plan.js';
import {toFleetAnnotations} from './fleet-annotations.js';
import {toFleetMarkdown} from './fleet-markdown.js';
import {type Member, toRow} from './fleet-members.js';
import {fleetTable} from './fleet-view.js';
import {describeFleetLosses} from './summarize-fleet.js';

/** Shows the plans of all tenants; with chosen columns, or for a program, only their table. */
export async function showFleet(
  context: CommandContext,
  members: readonly Member[],
  format: PlanFormat,
): Promise<void> {
  const isText = format === 'text' && !context.format.isMachine && !context.columns;
  if (isText) await showPlans(context, members);
  else if (format === 'text') await context.showRows(fleetTable, members.map(toRow));
  else if (format === 'markdown') await context.showText(toFleetMarkdown(members));
  else await showAnnotations(context, toFleetAnnotations(members));
  await warnOfPlans(members.filter(({planned}) => planned && !(isText && hasLines(planned))));
  const losses = describeFleetLosses(members);
  if (losses !== undefined) await context.reporter.note(`losses: ${losses}`);
}

export async function warnOfPlans(members: readonly Member[]): Promise<void> {
  for (const {context, planned} of members) if (context && planned) await warnOfPlan(context.reporter, planned.plan);
}

/** True for a plan that is shown above the table. */
function hasLines({plan}: TenantPlan): boolean {
  return plan.changes.length + plan.kept.length > 0;
}

/** Shows the plan of each tenant that has changes or protected fields, then a table of all. */
export async function showPlans(context: CommandContext, members: readonly Member[]): Promise<void> {
  const changed = members.filter(({planned}) => planned && hasLines(planned));
  if (changed.length > 0) await context.show(toFleetView(context.io.stdout.isTerminal ? excerpts : whole), changed);
  await context.showRows(fleetTable, members.map(toRow));
}

/** The plans of several tenants, one below the other. */
const toFleetView = (shortening: Shortening): DetailView<readonly Member[]> => ({
  lines: (members, settings) =>
    members.flatMap(({profile, planned}) =>
      planned
        ? [
            {label: profile, value: []},
            ...toPlanView(shortening, true).lines(planned, settings),
            {label: '', value: []},
          ]
        : [],
    ),
  toValue: members => members.map(({profile}) => profile),
  documented: [],
});

/** @throws UsageError if the directory is not empty; LocalError if a plan cannot be written */
export async function saveFleet(context: CommandContext, members: readonly Member[], directory: string): Promise<void> {
  const files = members.flatMap(({profile, planned}) =>
    planned ? [{name: `${profile}.json`, text: toPlanText(planned)}] : [],
  );
  writeNewFiles(directory, files);
  // The single plans have their own counts.
  const expected = describeFleetLosses(members) === undefined ? [] : ['--expect-deletes', 'LOSSES'];
  const file = toPathArgument(join(directory, 'PROFILE.json'));
  await context.reporter.note(
    suggest =>
      `saved ${countNouns(files.length, 'plan')}; to apply one, run: ${suggest('fields', 'apply', file, ...expected, '--profile', 'PROFILE')}`,
  );
}
