import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {examples} from '../options.js';

export function addFieldsExport(fields: Group, factory: Factory): void {
  fields
    .command('export')
    .description('Export all custom fields as a fields file')
    .option('--split <directory>', 'write one file per field into a new directory')
    .option('--with-ids', 'include the ids of fields')
    .option('--all', 'include members that are not in the API reference')
    .addHelpText('after', examples('bizctl fields export > fields.yaml', 'bizctl fields export --json > fields.json'))
    .action(async (options, command) => {
      const context = await factory.openApi(command);
      const {exportFields} = await import('./plan/show-export.js');
      await exportFields(context, options.split, options);
    });
}
