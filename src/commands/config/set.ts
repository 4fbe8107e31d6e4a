import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {openSettings} from '../../app/open-settings.js';
import {examples} from '../options.js';

export function addConfigSet(config: Group, factory: Factory): void {
  config
    .command('set')
    .description('Store a setting')
    .argument('<setting>', 'a setting listed by config list')
    .argument('<value>', 'the new value')
    .addHelpText(
      'after',
      examples('bizctl config set columns.fields name,label,type', "bizctl config set editor 'code --wait'"),
    )
    .action(async (text, value, _options, command) => {
      const context = await factory.open(command);
      const {checkSetting, parseSettingName, resolveSetting} = await import('../../app/settings.js');
      const name = parseSettingName(text);
      checkSetting(name, value);
      await (await openSettings(context, context.reporter)).change(stored => ({...stored, [name]: value}));
      const {source} = resolveSetting(name, context.env, {[name]: value});
      await context.reporter.note(
        source === 'config' ? `${name} is now ${value}` : `${name} is set to ${value}, but ${source} overrides it`,
      );
    });
}
