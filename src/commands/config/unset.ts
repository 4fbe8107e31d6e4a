import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {openSettings} from '../../app/open-settings.js';
import {examples} from '../options.js';

export function addConfigUnset(config: Group, factory: Factory): void {
  config
    .command('unset')
    .description('Reset a setting to its default')
    .argument('<setting>', 'a setting listed by config list')
    .addHelpText('after', examples('bizctl config unset output', 'bizctl config unset columns.deals --quiet'))
    .action(async (text, _options, command) => {
      const context = await factory.open(command);
      const {parseSettingName, resolveSetting} = await import('../../app/settings.js');
      const name = parseSettingName(text);
      await (await openSettings(context, context.reporter)).change(({[name]: _removed, ...others}) => others);
      const {value, source} = resolveSetting(name, context.env, {});
      await context.reporter.note(`${name} is now ${value === '' ? 'unset' : value} (${source})`);
    });
}
