import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {examples} from '../options.js';

export function addConfigGet(config: Group, factory: Factory): void {
  config
    .command('get')
    .description('Print the value of a setting')
    .argument('<setting>', 'a setting listed by config list')
    .addHelpText('after', examples('bizctl config get output', 'bizctl config get pager --json'))
    .action(async (text, _options, command) => {
      const context = await factory.open(command);
      const [{parseSettingName, resolveSetting}, {settingDetail}] = await Promise.all([
        import('../../app/settings.js'),
        import('./view.js'),
      ]);
      const name = parseSettingName(text);
      const resolved = resolveSetting(name, context.env, context.settings);
      // A person may wonder where it comes from; a script wants the value alone.
      if (context.format.isMachine || context.io.stdout.isTerminal || context.options.columns)
        await context.show(settingDetail, {name, ...resolved});
      else await context.showText(`${resolved.value}\n`);
    });
}
