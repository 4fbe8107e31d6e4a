import type {Group} from '../../global-options.js';
import type {OpenSession} from '../../session.js';
import {
  describeEmpty,
  examples,
  filterOption,
  limitOption,
  orderByOption,
  pageSizeOption,
  pageTokenOption,
  toListQuery,
} from '../options.js';
import {dealTable} from './view.js';

export function addDealsList(deals: Group, open: OpenSession): void {
  deals
    .command('list')
    .description('List deals, all pages')
    .addOption(filterOption)
    .addOption(orderByOption)
    .addOption(pageSizeOption)
    .addOption(pageTokenOption)
    .addOption(limitOption)
    .addHelpText(
      'after',
      examples('bizctl deals list --limit 20', 'bizctl deals list --output ndjson --columns id,title'),
    )
    .action(async (options, command) => {
      const session = await open(command);
      const {listDeals} = await import('../../api/deals.js');
      await session.showAll(
        {...dealTable, empty: describeEmpty('deals', options)},
        listDeals(session.http, toListQuery(options)),
      );
    });
}
