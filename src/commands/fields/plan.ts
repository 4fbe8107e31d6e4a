import {Option} from '@commander-js/extra-typings';
import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import type {Problem} from '../../plan/parse-fields.js';
import {examples} from '../options.js';
import {
  filesOption,
  profilesOption,
  pruneOption,
  replaceOption,
  requireFiles,
  toPermissions,
} from './apply/plan-options.js';

export function addFieldsPlan(fields: Group, factory: Factory): void {
  fields
    .command('plan')
    .description('Show what apply would do so that the tenant is as the fields files say')
    .addOption(filesOption)
    .addOption(pruneOption)
    .addOption(replaceOption)
    .addOption(profilesOption)
    .option('--check', 'end with exit code 8 when there is something to do')
    .option('--out <file>', 'save the plan, for: bizctl fields apply FILE')
    .addOption(
      new Option('--format <format>', 'as text, for a pull request, or as annotations of GitHub Actions')
        .choices(['text', 'markdown', 'github'])
        .default('text' as const),
    )
    .addHelpText(
      'after',
      examples('bizctl fields plan -f fields.yaml', 'bizctl fields plan -f fields/ --prune --format markdown'),
    )
    .action(async (options, command) => {
      if (options.profiles !== undefined) {
        const {openFleet} = await import('./fleet/open-fleet.js');
        const {planFleet} = await import('./fleet/fleet.js');
        return planFleet(await openFleet(factory, command, options.profiles, options), options.check === true);
      }
      const context = await factory.openApi(command);
      const [{readDesiredState}, {annotateProblems}, {planTenant}, {showPlan, savePlan, checkPlan}] = await Promise.all(
        [
          import('./apply/read-desired.js'),
          import('./apply/plan-annotations.js'),
          import('./apply/plan-tenant.js'),
          import('./apply/show-plan.js'),
        ],
      );
      const annotate = (problems: readonly Problem[]) => context.showText(annotateProblems(problems));
      const showProblems = options.format === 'github' ? annotate : undefined;
      const desired = await readDesiredState(context, requireFiles(options.file), showProblems);
      const planned = await planTenant(context, desired, toPermissions(options));
      await showPlan(context, planned, options.format);
      if (options.out !== undefined) await savePlan(context, planned, options.out);
      checkPlan(planned.plan, options.check === true);
      return undefined;
    });
}
