import {findDeal, listDeals} from '../../api/deals.js';
import type {ApiContext} from '../../app/api-context.js';
import {NotFoundError, UsageError} from '../../base/errors.js';
import {quoteStart} from '../../base/quote-start.js';
import {isObject, type Json} from '../../json/json.js';
import {showValue} from '../../output/value.js';

/**
 * Returns the deal with the given id, or the one that is picked at the terminal.
 *
 * @throws UsageError without a terminal; NotFoundError
 */
export async function requireDeal({http, prompts, tenant}: ApiContext, id: string | undefined): Promise<Json> {
  if (id?.trim() === '') throw new UsageError('the id of the deal is empty', 'Check that no variable in it is empty.');
  if (id !== undefined) return findDeal(http, id);
  if (!prompts)
    throw new UsageError(
      'no deal given',
      suggest => `Pass the id of a deal. To list them, run: ${suggest('deals', 'list')}`,
    );
  const pages = await Array.fromAsync(listDeals(http), ({rows}) => rows.filter(isObject));
  // Deals may have no id, or share one.
  const deals = new Map(pages.flat().map((deal, index) => [`${index} ${showValue(deal['id'])}`, deal]));
  if (deals.size === 0) throw new NotFoundError(`${tenant} has no deals`);
  const choices = [...deals].map(([value, deal]) => ({
    value,
    label: [deal['title'] ?? deal['name'], deal['id']].map(showValue).find(text => text !== '') ?? quoteStart(deal),
    hint: showValue(deal['stage'] ?? deal['status']),
  }));
  return deals.get(await prompts.pick('Which deal do you want to show?', choices)) ?? null;
}
