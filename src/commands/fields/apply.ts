import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {concurrencyOption, examples} from '../options.js';
import {
  applyYesOption,
  expectDeletesOption,
  failFastOption,
  filesOption,
  profilesOption,
  pruneOption,
  replaceOption,
} from './apply/plan-options.js';

export function addFieldsApply(fields: Group, factory: Factory): void {
  fields
    .command('apply')
    .description('Make the tenant what the fields files or a saved plan say, and prove it')
    .argument('[plan]', 'a plan that was saved with: bizctl fields plan --out')
    .addOption(filesOption)
    .addOption(pruneOption)
    .addOption(replaceOption)
    .addOption(profilesOption)
    .option('--waves <sizes>', 'with --profiles: how many tenants at first, and then, such as 1,5,rest')
    .option('--resume <run>', 'go on with a run that was cut off: what is unknown is looked up, never sent again')
    .addOption(applyYesOption)
    .addOption(expectDeletesOption)
    .addOption(failFastOption)
    .addOption(concurrencyOption)
    .addHelpText(
      'after',
      examples('bizctl fields apply -f fields.yaml --yes', 'bizctl fields apply -f fields/ --yes --json'),
    )
    .action(async (saved, options, command) => {
      if (options.profiles !== undefined) {
        const {openFleet} = await import('./fleet/open-fleet.js');
        const {applyFleet} = await import('./fleet/fleet.js');
        return applyFleet(await openFleet(factory, command, options.profiles, options, saved), options);
      }
      const context = await factory.openApi(command);
      const [{lockTenant}, {identifyTenant}, {prepareApply}, {applyPlan}] = await Promise.all([
        import('../../app/run-store.js'),
        import('./apply/plan-tenant.js'),
        import('./apply/prepare-apply.js'),
        import('./apply/apply-plan.js'),
      ]);
      const unlock = await lockTenant(context, identifyTenant(context));
      try {
        await applyPlan(context, await prepareApply(context, saved, options), options);
      } finally {
        unlock();
      }
      return undefined;
    });
}
