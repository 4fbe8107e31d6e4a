import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {examples} from '../options.js';

export function addFieldsExport(fields: Group, factory: Factory): void {
  fields
    .command('export')
    .description("Print the tenant's custom fields as a fields file, for plan and apply")
    .option('--split <directory>', 'a file for each field, into a directory that is empty or not there')
    .addHelpText('after', examples('bizctl fields export', 'bizctl fields export --json --quiet'))
    .action(async (options, command) => {
      const context = await factory.openApi(command);
      const {exportFields} = await import('./show-export.js');
      await exportFields(context, options.split);
    });
}
