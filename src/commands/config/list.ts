import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {examples} from '../options.js';

export function addConfigList(config: Group, factory: Factory): void {
  config
    .command('list')
    .description('List settings and where each value comes from')
    .addHelpText('after', examples('bizctl config list', 'bizctl config list --json'))
    .action(async (_options, command) => {
      const context = await factory.open(command);
      const [{resolveSetting, settingNames}, {settingTable}] = await Promise.all([
        import('../../app/settings.js'),
        import('./view.js'),
      ]);
      const rows = settingNames.map(name => ({name, ...resolveSetting(name, context.env, context.settings)}));
      await context.showRows(settingTable, rows);
    });
}
