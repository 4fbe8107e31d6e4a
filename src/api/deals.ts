import {UnavailableError} from '../errors.js';
import {type Http, requireToken} from './http.js';
import {arrayOf, isObject, type Json, type JsonObject} from './json.js';
import {type ListQuery, type Page, readPages} from './pages.js';

const path = 'v2/deals';

/** Names under which the list is looked for first. The reference does not show the body (4.6). */
const listNames = ['deals', 'entities', 'items', 'data', 'results', 'records'];
const tokenNames = ['next_page_token', 'nextPageToken'];
/** Members that seem to say that there is more, in ways the reference does not describe. */
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
];
/** Lists that are beside the point. */
const otherLists = new Set(['errors', 'warnings', 'links', 'messages']);
const deepestEnvelope = 3;

interface FoundList {
  readonly rows: readonly Json[];
  /** The objects around the list, innermost first: the page token stands in one of them. */
  readonly envelopes: readonly JsonObject[];
}

function findList(reply: Json, depth = deepestEnvelope): FoundList | undefined {
  const bare = arrayOf(reply);
  if (bare) return {rows: bare, envelopes: []};
  if (!isObject(reply) || depth === 0) return undefined;
  const named = listNames.map(name => arrayOf(reply[name])).find(rows => rows !== undefined);
  if (!named && listNames.some(name => name in reply && !isObject(reply[name]))) return undefined;
  const arrays = Object.entries(reply).flatMap(([name, member]) =>
    otherLists.has(name) ? [] : [arrayOf(member) ?? []].filter(() => Array.isArray(member)),
  );
  const rows = named ?? (arrays.length === 1 ? arrays[0] : undefined);
  if (rows) return {rows, envelopes: [reply]};
  if (arrays.length > 0) return undefined;
  const inner = Object.values(reply).flatMap(member => (isObject(member) ? (findList(member, depth - 1) ?? []) : []));
  const [only] = inner;
  return inner.length === 1 && only ? {rows: only.rows, envelopes: [...only.envelopes, reply]} : undefined;
}

function firstMember(
  envelopes: readonly JsonObject[],
  names: readonly string[],
): {name: string; value: Json} | undefined {
  for (const envelope of envelopes) {
    for (const name of names) {
      const value = envelope[name];
      if (value !== undefined && value !== null && value !== '' && value !== false) return {name, value};
    }
  }
  return undefined;
}

function readDeals(reply: Json) {
  const found = findList(reply);
  if (!found) {
    const members = isObject(reply) ? Object.keys(reply).slice(0, 8).join(', ') : typeof reply;
    throw new UnavailableError(
      `there is no list of deals in the reply (it has: ${members === '' ? 'nothing' : members})`,
      {
        method: 'GET',
        path: `/${path}`,
        retryable: false,
        hint: `Looked for ${listNames.join(', ')}, for a single array, and for a bare array. Is the base URL right?`,
      },
    );
  }
  const more = firstMember(found.envelopes, moreNames);
  return {
    rows: found.rows,
    next: firstMember(found.envelopes, tokenNames)?.value,
    unread: more && `"${more.name}": ${JSON.stringify(more.value)}`,
  };
}

/** Every deal (4.6). The record is not shown in the reference (2.6), so a deal is whatever JSON stands in the list. */
export function listDeals(http: Http, query: ListQuery = {}): AsyncGenerator<Page<Json>> {
  requireToken(http);
  return readPages(
    http,
    // A deal has no documented identifier: only a deal that comes back the same to the letter counts as repeated.
    {
      path,
      read: readDeals,
      identify: deal => (isObject(deal) && deal['id'] !== undefined ? JSON.stringify(deal) : undefined),
    },
    query,
  );
}
