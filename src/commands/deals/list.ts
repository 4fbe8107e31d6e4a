import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import type {Json} from '../../json/json.js';
import {addListCommand, describeEmpty, examples, toListQuery} from '../options.js';
import {dealTable} from './view.js';

export function addDealsList(deals: Group, factory: Factory): void {
  addListCommand(deals, 'List deals, all pages')
    .addHelpText(
      'after',
      examples('bizctl deals list --limit 20', 'bizctl deals list --output ndjson --columns id,title'),
    )
    .action(async (words, options, command) => {
      const context = await factory.openApi(command);
      const {listDeals} = await import('../../api/deals.js');
      const view = {...dealTable, empty: describeEmpty('deals', options, words)};
      const {sort, limit} = options;
      if (words.length === 0 && !sort) return context.showAll(view, listDeals(context.http, toListQuery(options)));
      const [{containsWords}, {listTexts, selectRows}] = await Promise.all([
        import('../../base/contains-words.js'),
        import('../../app/select-rows.js'),
      ]);
      const pages = listDeals(context.http, toListQuery({...options, limit: undefined}));
      const matches = (deal: Json) => containsWords(listTexts(deal), words);
      return context.showAll(view, selectRows(view, pages, {matches, sort, limit}));
    });
}
