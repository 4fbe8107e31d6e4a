import {type HttpClient, requireToken} from '../http/http-client.js';
import type {Json} from '../json/json.js';
import {createAnyReader, lookedFor} from './any-list.js';
import type {ListQuery, Page} from './page.js';
import {readPages} from './read-pages.js';

const path = 'v2/deals';

/** Every deal (4.6). The record is not shown in the reference (2.6), so a deal is whatever JSON stands in the list. */
export function listDeals(http: HttpClient, query: ListQuery = {}): AsyncGenerator<Page<Json>> {
  requireToken(http);
  const isWhole = query.filter === undefined && query.page_token === undefined;
  const read = createAnyReader({path, noun: 'deals', isWhole, hint: `${lookedFor} Check the base URL.`});
  return readPages(http, {path, read, toRows: rows => rows}, query);
}
