import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {examples} from '../options.js';

export function addFieldsEdit(fields: Group, factory: Factory): void {
  fields
    .command('edit')
    .description('Edit a custom field in your editor')
    .argument('<field>', 'an id, a name, or name:NAME')
    .addHelpText('after', examples('bizctl fields edit name:priority', 'bizctl fields edit name:industry --quiet'))
    .action(async (reference, _options, command) => {
      const context = await factory.openApi(command);
      const {editAndUpdate} = await import('./body/edit-and-update.js');
      await editAndUpdate(context, reference);
    });
}
