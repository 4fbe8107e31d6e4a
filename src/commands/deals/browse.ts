import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {examples} from '../options.js';

export function addDealsBrowse(deals: Group, factory: Factory): void {
  deals
    .command('browse')
    .description('Browse deals full-screen')
    .addHelpText('after', examples('bizctl deals browse', 'bizctl deals browse --columns id,title,stage'))
    .action(async (_options, command) => {
      const context = await factory.openApi(command);
      const {browseDeals} = await import('./browse-deals.js');
      await browseDeals(context);
    });
}
