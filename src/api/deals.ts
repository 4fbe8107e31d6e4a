import {type Http, requireToken} from '../http/http.js';
import type {Json} from '../json/json.js';
import {createAnyReader, lookedFor} from './any-list.js';
import {type ListQuery, type Page, readPages} from './pages.js';
import {withResumeHint} from './resume-hint.js';

const path = 'v2/deals';

/** Every deal (4.6). The record is not shown in the reference (2.6), so a deal is whatever JSON stands in the list. */
export function listDeals(http: Http, query: ListQuery = {}): AsyncGenerator<Page<Json>> {
  requireToken(http);
  const isWhole = query.filter === undefined && query.page_token === undefined;
  const read = createAnyReader({path, noun: 'deals', isWhole, hint: `${lookedFor} Is the base URL right?`});
  return withResumeHint(readPages(http, {path, read, identity: 'id and content', toRows: rows => rows}, query));
}
