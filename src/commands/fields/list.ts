import type {OpenSession} from '../../app/api-context.js';
import type {Group} from '../../cli/global-options.js';
import {addListCommand, describeEmpty, examples, toListQuery} from '../options.js';
import {fieldTable} from './view.js';

export function addFieldsList(fields: Group, open: OpenSession): void {
  addListCommand(fields, 'List custom fields, all pages')
    .addHelpText(
      'after',
      examples('bizctl fields list', 'bizctl fields list --json --columns id,name,type.primitive_type'),
    )
    .action(async (options, command) => {
      const session = await open(command);
      const {listFields} = await import('../../api/fields.js');
      const pages = listFields(session.http, toListQuery(options));
      const empty = describeEmpty('custom fields', options, 'create one with: bizctl fields create');
      await session.showAll({...fieldTable, empty}, await session.remember(pages, options));
    });
}
