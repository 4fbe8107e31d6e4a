import {Option} from '@commander-js/extra-typings';
import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {oneFile} from '../../app/option-values.js';
import {concurrencyOption, dryRunOption, examples} from '../options.js';
import * as body from './body/body-options.js';

export function addFieldsCreate(fields: Group, factory: Factory): void {
  fields
    .command('create')
    .description('Create custom fields from options, a file or prompts')
    .option('--name <name>', 'name of the field; cannot be changed later')
    .option('--type <type>', 'such as decimal or array<phone>; cannot be changed later')
    .addOption(body.labelOption)
    .addOption(body.descriptionOption)
    .addOption(body.helperTextOption)
    .addOption(body.defaultValueOption)
    .addOption(body.exampleValueOption)
    .addOption(body.requiredOption)
    .addOption(body.minSizeOption)
    .addOption(body.maxSizeOption)
    .addOption(body.displayOption)
    .addOption(body.hiddenOption)
    .addOption(body.optionOption)
    .addOption(body.optionDisplayOption)
    .addOption(body.nullOption)
    .option('--file <file>', 'fields as JSON, NDJSON, YAML or CSV (*.csv); - for stdin', oneFile)
    .addOption(
      new Option('--if-exists <what>', 'what to do if the name is taken')
        .choices(['fail', 'skip', 'update', 'allow'])
        .default('fail' as const),
    )
    .addOption(dryRunOption)
    .addOption(concurrencyOption)
    .addHelpText(
      'after',
      examples(
        'bizctl fields create --name cost --type decimal --label Cost --required',
        'bizctl fields create --name level --type decimal --option 1 --option 2',
      ),
    )
    .action(async (options, command) => {
      const context = await factory.openApi(command);
      const {createFields} = await import('./body/create-fields.js');
      await createFields(context, options);
    });
}
