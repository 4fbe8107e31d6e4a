import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {examples} from '../options.js';

export function addFieldsDiff(fields: Group, factory: Factory): void {
  fields
    .command('diff')
    .description('Compare a tenant with files or another tenant')
    .argument('<desired>', 'a fields file, a directory, or a profile')
    .argument('[profile]', 'the tenant to compare (default: the one in use)')
    .option('--check', 'exit with code 8 if the tenant differs')
    .addHelpText('after', examples('bizctl fields diff fields.yaml', 'bizctl fields diff fields.yaml --json'))
    .action(async (desired, profile, options, command) => {
      const openProfile = (name: string) => factory.openProfile(command, name);
      const context = await factory.openApi(command, profile);
      const {diffTenant} = await import('./plan/diff-tenant.js');
      await diffTenant(context, desired, openProfile, options.check === true);
    });
}
