import {Option} from '@commander-js/extra-typings';
import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {examples} from '../options.js';
import {filesOption, profilesOption, pruneOption, replaceOption} from './plan/plan-options.js';

export function addFieldsPlan(fields: Group, factory: Factory): void {
  fields
    .command('plan')
    .description('Show what apply would change')
    .addOption(filesOption)
    .addOption(pruneOption)
    .addOption(replaceOption)
    .addOption(profilesOption)
    .option('--check', 'exit with code 8 when changes are pending')
    .option('--out <file>', 'save the plan; with --profiles, a directory of plans')
    .addOption(
      new Option('--format <format>', 'layout of the plan')
        .choices(['text', 'markdown', 'github'])
        .default('text' as const),
    )
    .addHelpText(
      'after',
      examples('bizctl fields plan -f fields.yaml', 'bizctl fields plan -f fields/ --prune --format markdown'),
    )
    .action(async (options, command) => {
      const {profiles} = options;
      if (profiles === undefined) {
        const {planFiles} = await import('./plan/plan-files.js');
        return planFiles(factory, command, options);
      }
      const {planFleet} = await import('./fleet/fleet.js');
      await planFleet(factory, command, {...options, profiles});
    });
}
