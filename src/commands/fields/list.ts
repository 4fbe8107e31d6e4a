import type {Group} from '../../global-options.js';
import type {OpenSession} from '../../session.js';
import {
  examples,
  filterOption,
  limitOption,
  orderByOption,
  pageSizeOption,
  pageTokenOption,
  toListQuery,
} from '../options.js';
import {fieldTable} from './view.js';

export function addFieldsList(fields: Group, open: OpenSession): void {
  fields
    .command('list')
    .description('List custom fields, all pages')
    .addOption(filterOption)
    .addOption(orderByOption)
    .addOption(pageSizeOption)
    .addOption(pageTokenOption)
    .addOption(limitOption)
    .addHelpText(
      'after',
      examples('bizctl fields list', 'bizctl fields list --json --columns id,name,type.primitive_type'),
    )
    .action(async (options, command) => {
      const session = await open(command);
      const {listFields} = await import('../../api/fields.js');
      await session.showAll(fieldTable, listFields(session.http, toListQuery(options)));
    });
}
