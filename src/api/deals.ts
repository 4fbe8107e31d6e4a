import {UnavailableError} from '../errors.js';
import {isObject, type Json} from '../json.js';
import {type Http, requireToken} from './http.js';
import {describeMore, describeProblem, findEnvelope, findToken, findTotal, listNames} from './list-envelope.js';
import {type ListQuery, type ListReply, type Page, readPages, withWayOn} from './pages.js';

const path = 'v2/deals';

function fail(message: string, hint: string): UnavailableError {
  return new UnavailableError(message, {method: 'GET', path: `/${path}`, retryable: false, hint});
}

/**
 * Reads the pages of one list of deals, and counts them.
 *
 * @param isWhole false for a list that a filter or a page token makes shorter than the total that a reply may state
 */
function createReader(isWhole: boolean): (reply: Json, headers: Headers) => ListReply<Json> {
  let count = 0;
  return (reply, headers) => {
    const envelope = findEnvelope(reply);
    if (!envelope) {
      const members = isObject(reply) ? Object.keys(reply).slice(0, 8).join(', ') : '';
      throw fail(
        `there is no one list of deals in the reply (it has: ${members || 'nothing'})`,
        `Looked for ${listNames.join(', ')}, for a single array, and for a bare array. Is the base URL right?`,
      );
    }
    const {rows} = envelope;
    const problem = describeProblem(envelope);
    if (problem !== undefined && rows.length === 0)
      throw fail(`the reply holds an error instead of deals: ${problem}`, 'Try again later.');
    count += rows.length;
    const total = findTotal(envelope, headers);
    const isShort = isWhole && total !== undefined && total > count;
    return {
      rows,
      next: findToken(envelope),
      more: describeMore(envelope, headers) ?? (isShort ? `a total of ${total}, of which ${count} came` : undefined),
      warning: problem && `the reply holds an error beside the deals: ${problem}`,
    };
  };
}

/** Every deal (4.6). The record is not shown in the reference (2.6), so a deal is whatever JSON stands in the list. */
export function listDeals(http: Http, query: ListQuery = {}): AsyncGenerator<Page<Json>> {
  requireToken(http);
  const read = createReader(query.filter === undefined && query.page_token === undefined);
  // A deal has no documented identifier: only a deal that comes back the same to the letter counts as repeated.
  const identify = (deal: Json) => (isObject(deal) && deal['id'] !== undefined ? JSON.stringify(deal) : undefined);
  return withWayOn(readPages(http, {path, read, identify}, query));
}
