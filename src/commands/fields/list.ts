import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {addListCommand, describeEmpty, examples, toListQuery} from '../options.js';
import {fieldTable} from './view.js';

export function addFieldsList(fields: Group, factory: Factory): void {
  addListCommand(fields, 'List custom fields, all pages')
    .addHelpText(
      'after',
      examples('bizctl fields list', 'bizctl fields list --json --columns id,name,type.primitive_type'),
    )
    .action(async (options, command) => {
      const context = await factory.openApi(command);
      const {listFields} = await import('../../api/fields.js');
      const pages = listFields(context.http, toListQuery(options));
      const empty = describeEmpty(
        'custom fields',
        options,
        suggest => `to create one, run: ${suggest('fields', 'create')}`,
      );
      await context.showAll({...fieldTable, empty}, await context.cacheForCompletion(pages, options));
    });
}
