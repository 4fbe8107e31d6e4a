import type {Json, JsonObject} from '../../src/json/json.js';
import type {Dialect} from './dialect.js';
import {isObject, parseExact, sortMembers, without} from './exact-json.js';
import {createStoredFields, type StoredFields, type WriteResult} from './stored-fields.js';

/** A POST, PATCH or DELETE that arrived. */
export interface Write {
  readonly method: string;
  /** The id in the path, decoded; `undefined` in a POST. */
  readonly id: string | undefined;
  readonly body: JsonObject | undefined;
  readonly token: string;
}

/** A server of the six operations, for several tenants at one address. */
export interface Server {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Method and path with query of each request, in order. */
  readonly requests: readonly string[];
  readonly writes: readonly Write[];
  /** The tenant of a name; its first token is `token-of-NAME`. */
  readonly tenant: (name: string) => StoredFields;
  /** Refuses the old token of a tenant from now on, and accepts the new one. */
  readonly rotateToken: (name: string, token: string) => void;
}

const host = 'https://api.example.com';

function reply(status: number, body: Json | undefined): Response {
  if (status === 204) return new Response(null, {status, headers: {'content-type': 'text/plain'}});
  return new Response(JSON.stringify(body), {status, headers: {'content-type': 'application/json'}});
}

function tooMany(): Response {
  return new Response('', {status: 429, headers: {'retry-after': '0'}});
}

export function createServer(dialect: Dialect): Server {
  const {basePath, memberOrder, pageSize, lastToken, replies} = dialect;
  const tenants = new Map<string, StoredFields>();
  const tenantsOfTokens = new Map<string, string>();
  const lists: (readonly JsonObject[])[] = [];
  const requests: string[] = [];
  const writes: Write[] = [];
  const show = (value: JsonObject): Json => (memberOrder === 'sorted' ? sortMembers(value) : value);
  const tenant = (name: string) => {
    const known = tenants.get(name);
    if (known) return known;
    const added = createStoredFields(dialect, name);
    tenants.set(name, added);
    tenantsOfTokens.set(`token-of-${name}`, name);
    return added;
  };
  const list = (stored: StoredFields, query: URLSearchParams): Response => {
    const pageToken = query.get('page_token');
    const count = dialect.added === 'read_count' ? {read_count: lists.length} : {};
    if (pageToken === null) lists.push(stored.read().map(field => ({...field, ...count})));
    const [, listed = `${lists.length - 1}`, start = '0'] = /^list-(\d+)&from=(\d+)$/.exec(pageToken ?? '') ?? [];
    const fields = lists[Number(listed)] ?? [];
    const end = Number(start) + Math.min(pageSize, Number(query.get('page_size') ?? pageSize));
    const endOfList = {missing: {}, null: {next_page_token: null}, empty: {next_page_token: ''}}[lastToken];
    const next = end < fields.length ? {next_page_token: `list-${listed}&from=${end}`} : endOfList;
    const page = Math.ceil(Number(start) / pageSize);
    const isReversed = dialect.pages === 'moving' && (Number(listed) + page) % 2 === 1;
    const overlap = dialect.pages === 'overlapping' && Number(start) > 0 ? 1 : 0;
    const rows = (isReversed ? fields.toReversed() : fields).slice(Number(start) - overlap, end);
    return reply(200, {custom_fields: rows.map(show), ...next});
  };
  const known = new Set<string>();
  /** Refuses each third request when it comes for the first time. */
  const refuse = async (request: Request): Promise<Response | undefined> => {
    const key = `${request.method} ${request.url} ${await request.text()}`;
    const isThird = !known.has(key) && known.size % 3 === 2;
    known.add(key);
    if (dialect.gateway === 'limits' && isThird) return tooMany();
    const isLocked = dialect.gateway === 'locks' && isThird && request.method !== 'GET';
    return isLocked ? reply(423, {message: 'another write is in progress'}) : undefined;
  };
  const lose = (done: Response, {method}: Request): Response =>
    dialect.gateway === 'loses replies' && method !== 'GET' && done.ok && writes.length % 3 === 0
      ? reply(504, {message: 'upstream timeout'})
      : done;
  const answer = (result: WriteResult, status: number): Response => {
    if ('status' in result) return reply(result.status, {message: result.message});
    const {field} = result;
    if (!field || replies === 'nothing') return reply(204, undefined);
    if (/^(?:field|older state|receipt)$/.test(replies)) return reply(status, show(field));
    const {id = null, name = null} = field;
    return reply(status, replies === 'no id' ? show(without(field, 'id')) : {id, name});
  };
  const answerFields = async (request: Request, token: string, query: URLSearchParams, id: string | undefined) => {
    const owner = tenantsOfTokens.get(token);
    if (owner === undefined) return reply(401, {message: 'unknown token'});
    const stored = tenant(owner);
    if (request.method === 'GET' && id === undefined) return list(stored, query);
    const text = await request.text();
    const parsed = text === '' ? undefined : parseExact(text);
    const body = isObject(parsed) ? parsed : undefined;
    writes.push({method: request.method, id, body, token});
    if (request.method === 'DELETE' && id !== undefined) return answer(stored.remove(id), 204);
    if (!body) return reply(400, {message: 'no body'});
    if (request.method === 'PATCH' && id !== undefined) return answer(stored.update(id, body), 200);
    if (request.method === 'POST' && id === undefined) {
      const result = stored.create(body);
      const isReceipt = replies === 'receipt' && !('status' in result);
      if (isReceipt) return reply(dialect.createStatus, {id: `job-${writes.length}`, status: 'done'});
      return answer(result, dialect.createStatus);
    }
    return reply(405, {message: 'no such method'});
  };
  return {
    baseUrl: `${host}${basePath}/`,
    requests,
    writes,
    tenant,
    rotateToken: (name, token) => {
      for (const [old, owner] of tenantsOfTokens) if (owner === name) tenantsOfTokens.delete(old);
      tenantsOfTokens.set(token, name);
    },
    fetch: async request => {
      const {pathname, search, searchParams} = new URL(request.url);
      requests.push(`${request.method} ${pathname}${search}`);
      const refusal = await refuse(request.clone());
      if (refusal) return refusal;
      const path = pathname.startsWith(`${basePath}/v2/`) ? pathname.slice(`${basePath}/v2/`.length) : '';
      const [resource = '', id, ...rest] = path.split('/');
      const token = /^Bearer (.*)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
      if (rest.length > 0) return reply(404, {message: 'no such path'});
      if (resource === 'customFields')
        return lose(
          await answerFields(request, token, searchParams, id === undefined ? undefined : decodeURIComponent(id)),
          request,
        );
      if (request.method !== 'GET' || id !== undefined) return reply(404, {message: 'no such path'});
      if (!tenantsOfTokens.has(token)) return reply(401, {message: 'unknown token'});
      if (resource === 'dateExpressions') return reply(200, {results: []});
      if (resource === 'deals') return reply(200, {entities: []});
      return reply(404, {message: 'no such path'});
    },
  };
}
