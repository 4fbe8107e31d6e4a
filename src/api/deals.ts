import {UnavailableError} from '../errors.js';
import {arrayOf, isArray, isObject, type Json, type JsonObject, numberOf, stringOf} from '../json.js';
import {type Http, requireToken} from './http.js';
import {type ListQuery, type ListReply, type Page, readPages, withWayOn} from './pages.js';

const path = 'v2/deals';

/** Names under which the list is looked for first. The reference does not show the body (4.6). */
const listNames = ['deals', 'entities', 'items', 'data', 'results', 'records'];
/** Members that hold the token of the next page: the reference has the first for fields, and `page_token` as the parameter of both lists. */
const tokenNames = ['next_page_token', 'nextPageToken', 'next_token', 'nextToken'];
/** Members that say that there is more, in ways in which it cannot be asked for. */
const moreNames = [
  'has_more',
  'hasMore',
  'more',
  'next',
  'next_cursor',
  'nextCursor',
  'cursor',
  'next_page',
  'nextPage',
  'next_url',
  'nextUrl',
];
const totalNames = ['total', 'total_count', 'totalCount', 'total_size', 'count'];
/** Lists that are beside the point. */
const otherLists = new Set(['errors', 'warnings', 'links', 'messages']);
const deepestEnvelope = 3;

interface FoundList {
  readonly rows: readonly Json[];
  /** The objects around the list and beside it: the page token stands in one of them. */
  readonly envelopes: readonly JsonObject[];
}

function arraysIn(reply: JsonObject): readonly {readonly name: string; readonly rows: readonly Json[]}[] {
  return Object.entries(reply).flatMap(([name, member]) => {
    const rows = otherLists.has(name) ? undefined : arrayOf(member);
    return rows ? [{name, rows}] : [];
  });
}

function findList(reply: Json, depth = deepestEnvelope): FoundList | undefined {
  const bare = arrayOf(reply);
  if (bare) return {rows: bare, envelopes: []};
  if (!isObject(reply) || depth === 0) return undefined;
  const arrays = arraysIn(reply);
  const named = arrays.filter(({name}) => listNames.includes(name));
  // A list that is there by its name, and is none.
  if (named.length === 0 && listNames.some(name => reply[name] !== undefined && !isObject(reply[name])))
    return undefined;
  const [list, ...others] = named.length > 0 ? named : arrays;
  const siblings = Object.values(reply).filter(isObject);
  if (list) return others.length === 0 ? {rows: list.rows, envelopes: [reply, ...siblings]} : undefined;
  const inner = siblings.flatMap(member => findList(member, depth - 1) ?? []);
  const [only] = inner;
  return inner.length === 1 && only ? {rows: only.rows, envelopes: [...only.envelopes, reply, ...siblings]} : undefined;
}

function firstMember(
  envelopes: readonly JsonObject[],
  names: readonly string[],
): {readonly name: string; readonly value: Json} | undefined {
  for (const envelope of envelopes) {
    for (const name of names) {
      const value = Object.hasOwn(envelope, name) ? envelope[name] : undefined;
      const isThere = value !== undefined && value !== null && value !== '' && value !== false;
      if (isThere && !isObject(value) && !isArray(value)) return {name, value};
    }
  }
  return undefined;
}

function describeMore(envelopes: readonly JsonObject[], headers: Headers): string | undefined {
  const member = firstMember(envelopes, moreNames);
  if (member) return `"${member.name}": ${JSON.stringify(member.value)}`;
  if (/;\s*rel="?[^";]*\bnext\b/i.test(headers.get('link') ?? '')) return 'a Link header to a next page';
  return headers.has('x-next-page-token') ? 'a header X-Next-Page-Token' : undefined;
}

/** The reply's own word that something went wrong, beside the list. */
function describeProblem(envelopes: readonly JsonObject[]): string | undefined {
  for (const envelope of envelopes) {
    const {error, errors} = envelope;
    const words = isObject(error) ? (stringOf(error['message']) ?? JSON.stringify(error)) : stringOf(error);
    if (words) return words;
    const list = arrayOf(errors);
    if (list && list.length > 0) return list.map(each => stringOf(each) ?? JSON.stringify(each)).join('; ');
  }
  return undefined;
}

function fail(message: string, hint: string): UnavailableError {
  return new UnavailableError(message, {method: 'GET', path: `/${path}`, retryable: false, hint});
}

function readDeals(reply: Json, headers: Headers): ListReply<Json> {
  const found = findList(reply);
  const members = isObject(reply) ? Object.keys(reply).slice(0, 8).join(', ') : '';
  if (!found) {
    throw fail(
      `there is no one list of deals in the reply (it has: ${members || 'nothing'})`,
      `Looked for ${listNames.join(', ')}, for a single array, and for a bare array. Is the base URL right?`,
    );
  }
  const {rows, envelopes} = found;
  const problem = describeProblem(envelopes);
  if (problem !== undefined && rows.length === 0)
    throw fail(`the reply holds an error instead of deals: ${problem}`, 'Try again later.');
  const next = firstMember(envelopes, tokenNames)?.value;
  return {
    rows,
    next,
    more: describeMore(envelopes, headers),
    warning: problem && `the reply holds an error beside the deals: ${problem}`,
  };
}

/** Every deal (4.6). The record is not shown in the reference (2.6), so a deal is whatever JSON stands in the list. */
export function listDeals(http: Http, query: ListQuery = {}): AsyncGenerator<Page<Json>> {
  requireToken(http);
  let total: number | undefined;
  let count = 0;
  const read = (reply: Json, headers: Headers): ListReply<Json> => {
    const page = readDeals(reply, headers);
    count += page.rows.length;
    total ??= isObject(reply)
      ? numberOf(firstMember([reply, ...Object.values(reply).filter(isObject)], totalNames)?.value)
      : undefined;
    const isShort = (page.next ?? '') === '' && total !== undefined && total > count && query.page_token === undefined;
    return isShort ? {...page, warning: page.warning ?? `the reply counts ${total} deals, and ${count} came`} : page;
  };
  // A deal has no documented identifier: only a deal that comes back the same to the letter counts as repeated.
  const identify = (deal: Json) => (isObject(deal) && deal['id'] !== undefined ? JSON.stringify(deal) : undefined);
  return withWayOn(readPages(http, {path, read, identify}, query));
}
