import {Option} from '@commander-js/extra-typings';
import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {concurrencyOption, examples} from '../options.js';
import * as body from './body/body-options.js';

export function addFieldsCreate(fields: Group, factory: Factory): void {
  fields
    .command('create')
    .description('Create custom fields, from flags, from a file, or from what you answer')
    .option('--name <name>', 'its name, fixed for ever')
    .option(
      '--type <type>',
      "decimal, datetime, semver, phone, 'array<phone>', 'ref<CRM/Contact>(name,email)'; fixed for ever",
    )
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
    .option('--file <file>', 'one field or many from a file, - for stdin: JSON, YAML, or JSON lines')
    .addOption(
      new Option('--if-exists <what>', 'when there is a field of that name')
        .choices(['fail', 'skip', 'update', 'allow'])
        .default('fail' as const),
    )
    .addOption(concurrencyOption)
    .addHelpText(
      'after',
      examples(
        "bizctl fields create --name net_budget --type decimal --label 'Net budget' --required",
        'bizctl fields create --name stage --type semver --option Draft --option Final --if-exists skip --json',
      ),
    )
    .action(async (options, command) => {
      const context = await factory.openApi(command);
      const {createFields} = await import('./body/create-fields.js');
      await createFields(context, options);
    });
}
