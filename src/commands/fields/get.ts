import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {examples} from '../options.js';
import {fieldDetail} from './show/detail-view.js';

export function addFieldsGet(fields: Group, factory: Factory): void {
  fields
    .command('get')
    .description('Show one custom field in full')
    .argument('[field]', 'an id, a name, or name:NAME; prompts if omitted')
    .addHelpText('after', examples('bizctl fields get priority', 'bizctl fields get name:priority --json'))
    .action(async (field, _options, command) => {
      const context = await factory.openApi(command);
      const {findField} = await import('../../api/find-field.js');
      const {requireFields} = await import('./find/require-fields.js');
      for (const reference of await requireFields(context, field === undefined ? [] : [field], 'show'))
        await context.show(fieldDetail, await findField(context.http, reference));
    });
}
