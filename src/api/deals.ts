import {NotFoundError} from '../base/errors.js';
import {type HttpClient, requireToken} from '../http/http-client.js';
import {isObject, type Json, showJson} from '../json/json.js';
import {createAnyReader, describeSearch} from './any-list.js';
import {listNames} from './list-envelope.js';
import {isWhole, type ListQuery, type Page} from './page.js';
import {readPages} from './read-pages.js';

const path = 'v2/deals';

/** Lists all deals (4.6). The reference does not document the record (2.6), so a deal can be any JSON value. */
export function listDeals(http: HttpClient, query: ListQuery = {}): AsyncGenerator<Page<Json>> {
  requireToken(http);
  const read = createAnyReader({
    path,
    noun: 'deals',
    names: listNames,
    isWhole: isWhole(query),
    hint: `${describeSearch(listNames)} Check the base URL.`,
  });
  return readPages(http, {path, read, toRows: rows => rows}, query);
}

/**
 * The deal with this id. The reference names no call for one deal: the list is read up to the match.
 *
 * @throws NotFoundError when no deal has it
 */
export async function findDeal(http: HttpClient, id: string): Promise<Json> {
  for await (const {rows} of listDeals(http)) {
    const found = rows.find(deal => isObject(deal) && showJson(deal['id'] ?? null) === id);
    if (found !== undefined) return found;
  }
  throw new NotFoundError(`no deal with the id ${JSON.stringify(id)}`, {
    hint: suggest => `Run: ${suggest('deals', 'list')}`,
  });
}
