import {Option} from '@commander-js/extra-typings';
import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {concurrencyOption, dryRunOption, examples, journalOption} from '../options.js';
import * as body from './body/body-options.js';

export function addFieldsUpdate(fields: Group, factory: Factory): void {
  fields
    .command('update')
    .description('Change members of custom fields')
    .argument('[field...]', 'ids, or name:NAME; prompts if omitted')
    .addOption(body.labelOption)
    .addOption(body.descriptionOption)
    .option('--hint <text>', 'hint for the input; the API never returns it')
    .addOption(body.helperTextOption)
    .addOption(body.defaultValueOption)
    .addOption(body.requiredOption)
    .option('--no-required', 'do not require a value')
    .addOption(body.minSizeOption)
    .addOption(body.maxSizeOption)
    .addOption(body.displayOption)
    .addOption(body.hiddenOption)
    .option('--no-hidden', 'show the field')
    .addOption(body.optionOption)
    .addOption(body.optionDisplayOption)
    .option('--deleted', 'mark the field as deleted')
    .option('--no-deleted', 'clear the mark set by --deleted')
    .addOption(body.nullOption)
    .addOption(body.fileOption)
    .addOption(dryRunOption)
    .addOption(journalOption)
    .addOption(concurrencyOption)
    .addOption(new Option('--name <name>').hideHelp())
    .addOption(new Option('--type <type>').hideHelp())
    .addHelpText(
      'after',
      examples(
        "bizctl fields update name:priority --label 'Priority' --null description",
        'bizctl fields update name:industry --option Energy --option-display radio',
      ),
    )
    .action(async (names, options, command) => {
      const context = await factory.openApi(command);
      const {updateFromOptions} = await import('./body/update-field.js');
      await updateFromOptions(context, names, options);
    });
}
