import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {addListCommand, describeEmpty, examples, toListQuery} from '../options.js';
import {dealTable} from './view.js';

export function addDealsList(deals: Group, factory: Factory): void {
  addListCommand(deals, 'List deals, all pages')
    .addHelpText(
      'after',
      examples('bizctl deals list --limit 20', 'bizctl deals list --output ndjson --columns id,title'),
    )
    .action(async (options, command) => {
      const context = await factory.openApi(command);
      const {listDeals} = await import('../../api/deals.js');
      await context.showAll(
        {...dealTable, empty: describeEmpty('deals', options)},
        listDeals(context.http, toListQuery(options)),
      );
    });
}
