import {type HttpClient, requireToken} from '../http/http-client.js';
import type {Json} from '../json/json.js';
import {createAnyReader, lookedFor} from './any-list.js';
import type {ListQuery, Page} from './page.js';
import {readPages} from './read-pages.js';

const path = 'v2/deals';

/** Lists all deals (4.6). The reference does not document the record (2.6), so a deal can be any JSON value. */
export function listDeals(http: HttpClient, query: ListQuery = {}): AsyncGenerator<Page<Json>> {
  requireToken(http);
  const isWhole = query.filter === undefined && query.page_token === undefined;
  const read = createAnyReader({path, noun: 'deals', isWhole, hint: `${lookedFor} Check the base URL.`});
  return readPages(http, {path, read, toRows: rows => rows}, query);
}
