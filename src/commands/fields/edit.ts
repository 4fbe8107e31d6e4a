import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {collect} from '../../app/option-values.js';
import {concurrencyOption, dryRunOption, examples} from '../options.js';

export function addFieldsEdit(fields: Group, factory: Factory): void {
  fields
    .command('edit')
    .description('Edit custom fields in your editor')
    .argument('[field...]', 'ids, names, or name:NAME; prompts if omitted')
    .option('--matching <word>', 'edit all fields that contain this word (repeatable)', collect)
    .addOption(dryRunOption)
    .addOption(concurrencyOption)
    .addHelpText('after', examples('bizctl fields edit priority', 'bizctl fields edit --matching phone'))
    .action(async (names, options, command) => {
      const context = await factory.openApi(command);
      const {editAndUpdate} = await import('./body/edit-and-update.js');
      await editAndUpdate(context, names, options);
    });
}
