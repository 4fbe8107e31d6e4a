import {listDeals} from '../../api/deals.js';
import type {Page} from '../../api/page.js';
import type {ApiContext} from '../../app/api-context.js';
import {runBrowser} from '../../app/browse/run-browser.js';
import {isObject, type Json, type JsonObject} from '../../json/json.js';
import {showValue} from '../../output/value.js';
import {dealDetail, dealTable} from './view.js';

/** Browses the deals of the tenant. The reference has no request that changes one. */
export function browseDeals(context: ApiContext): Promise<void> {
  return runBrowser(context, {
    group: 'deals',
    table: dealTable,
    detail: dealDetail,
    describe: ({id, title}) => `${showValue(title)} (${showValue(id)})`,
    read: pageToken => asObjects(listDeals(context.http, {page_token: pageToken})),
    writes: undefined,
  });
}

/** A deal that is not an object becomes one, since the record is not documented (2.6). */
async function* asObjects(pages: AsyncIterable<Page<Json>>): AsyncGenerator<Page<JsonObject>> {
  for await (const {raw: _raw, ...page} of pages)
    yield {...page, rows: page.rows.map(row => (isObject(row) ? row : {value: row}))};
}
