import type {CustomField} from '../../api/fields.js';
import type {Page} from '../../api/pages.js';
import type {Group} from '../../global-options.js';
import type {OpenSession, Session} from '../../session.js';
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

/** A whole list that a person looks at is kept for Tab. */
async function remembered(
  session: Session,
  pages: AsyncIterable<Page<CustomField>>,
  {filter, pageToken}: {readonly filter?: string | undefined; readonly pageToken?: string | undefined},
): Promise<AsyncIterable<Page<CustomField>>> {
  if (!session.context.io.stdout.isTerminal || filter !== undefined || pageToken !== undefined) return pages;
  const {rememberFields} = await import('../../field-cache.js');
  return rememberFields(session, pages);
}

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
      const pages = listFields(session.http, toListQuery(options));
      await session.showAll(fieldTable, await remembered(session, pages, options));
    });
}
