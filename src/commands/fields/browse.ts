import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {examples} from '../options.js';

export function addFieldsBrowse(fields: Group, factory: Factory): void {
  fields
    .command('browse')
    .description('Browse, edit and delete custom fields full-screen')
    .addHelpText('after', examples('bizctl fields browse', 'bizctl fields browse --columns id,name,label'))
    .action(async (_options, command) => {
      const context = await factory.openApi(command);
      const {browseFields} = await import('./browse/browse-fields.js');
      await browseFields(context);
    });
}
