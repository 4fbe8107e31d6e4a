import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {concurrencyOption, examples} from '../options.js';
import {
  expectDeletesOption,
  failFastOption,
  filesOption,
  profilesOption,
  pruneOption,
  replaceOption,
} from './plan/plan-options.js';

export function addFieldsApply(fields: Group, factory: Factory): void {
  fields
    .command('apply')
    .description('Apply fields files or a saved plan, then verify the result')
    .argument('[plan]', 'a plan saved with fields plan --out')
    .addOption(filesOption)
    .addOption(pruneOption)
    .addOption(replaceOption)
    .addOption(profilesOption)
    .option('--waves <sizes>', 'tenants per wave with --profiles, such as 1,5,rest')
    .option('--resume <run>', 'continue an interrupted or partly failed run')
    .option('--yes', 'do not ask for confirmation')
    .addOption(expectDeletesOption)
    .addOption(failFastOption)
    .addOption(concurrencyOption)
    .addHelpText(
      'after',
      examples('bizctl fields apply -f fields.yaml --yes', 'bizctl fields apply -f fields/ --yes --json'),
    )
    .action(async (saved, options, command) => {
      const {profiles} = options;
      if (profiles === undefined) {
        const {applyToTenant} = await import('./apply/apply-to-tenant.js');
        return applyToTenant(await factory.openApi(command), saved, options);
      }
      const {applyFleet} = await import('./fleet/fleet.js');
      await applyFleet(factory, command, {...options, profiles}, saved);
    });
}
