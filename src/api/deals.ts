import {NotFoundError} from '../base/errors.js';
import type {HttpClient} from '../http/http-client.js';
import {isObject, type Json, showJson} from '../json/json.js';
import {listAny} from './any-list.js';
import type {ListQuery, Page} from './page.js';

/** Lists all deals (4.6), whose record the reference does not document (2.6). */
export function listDeals(http: HttpClient, query: ListQuery = {}): AsyncGenerator<Page<Json>> {
  return listAny(http, 'deals', query);
}

/**
 * The deal with this id. The reference names no call for one deal: the list is read up to the match.
 *
 * @throws NotFoundError when no deal has it
 */
export async function findDeal(http: HttpClient, id: string): Promise<Json> {
  // A deal may have no id.
  const hasId = (deal: Json) => isObject(deal) && (deal['id'] ?? null) !== null && showJson(deal['id'] ?? null) === id;
  for await (const {rows} of listDeals(http)) {
    const found = rows.find(hasId);
    if (found !== undefined) return found;
  }
  throw new NotFoundError(`no deal with the id ${JSON.stringify(id)}`, {
    hint: suggest => `Run: ${suggest('deals', 'list')}`,
  });
}
