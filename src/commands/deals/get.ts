import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {examples} from '../options.js';
import {dealDetail} from './view.js';

export function addDealsGet(deals: Group, factory: Factory): void {
  deals
    .command('get')
    .description('Show one deal in full')
    .argument('[deal]', 'the id of a deal; prompts if omitted')
    .addHelpText(
      'after',
      examples('bizctl deals get deal_0001', 'bizctl deals get deal_0001 --json --columns id,title'),
    )
    .action(async (deal, _options, command) => {
      const context = await factory.openApi(command);
      const {requireDeal} = await import('./require-deal.js');
      await context.show(dealDetail, await requireDeal(context, deal));
    });
}
