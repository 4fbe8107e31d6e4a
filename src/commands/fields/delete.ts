import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {concurrencyOption, dryRunOption, examples, journalOption} from '../options.js';

export function addFieldsDelete(fields: Group, factory: Factory): void {
  fields
    .command('delete')
    .description('Delete custom fields and the values stored in them')
    .argument('[field...]', 'ids, or name:NAME; prompts if omitted')
    .option('--yes', 'do not ask for confirmation')
    .addOption(dryRunOption)
    .addOption(journalOption)
    .addOption(concurrencyOption)
    .addHelpText(
      'after',
      examples('bizctl fields delete name:legacy_code --yes', 'bizctl fields delete name:fax name:vip --yes --json'),
    )
    .action(async (names, options, command) => {
      const context = await factory.openApi(command);
      const {deleteFields} = await import('./body/delete-fields.js');
      await deleteFields(context, names, options);
    });
}
