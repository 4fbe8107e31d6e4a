import {TransportError} from '../../src/base/transport-error.js';
import {type Json, type JsonObject, stringOf} from '../../src/json/json.js';
import {createSandbox} from '../../src/sandbox/sandbox.js';
import {openStore} from '../../src/sandbox/store.js';
import {checkExchanges} from './check-exchange.js';
import {now, token} from './fixed.js';

/** A sandbox tenant that records its requests. */
export interface Tenant {
  readonly fetch: (request: Request) => Promise<Response>;
  /** `METHOD /path?query BODY` of every request, in order. */
  readonly requests: string[];
  /** The JSON of each field, in list order. */
  readonly fields: () => readonly string[];
}

/** Replaces or follows the handling of a request, or changes it. */
export type Fault = (
  request: Request,
  carryOut: (changed?: Request) => Promise<Response>,
) => Promise<Response> | Response;

function matches(pattern: string, request: Request): boolean {
  const [method, path] = pattern.split(' ');
  return request.method === method && new URL(request.url).pathname.startsWith(path ?? '');
}

/**
 * @param fields the tenant's fields, not validated; it has no deals
 * @param faults by `METHOD /path#n`, for the n-th such request, or each without `#n`
 */
export function createTenant(
  fields: readonly JsonObject[] = [],
  faults: {readonly [pattern: string]: Fault} = {},
): Tenant {
  const store = openStore(':memory:');
  for (const field of fields)
    store.insert('field', {
      id: stringOf(field['id']) ?? '',
      text: JSON.stringify(field),
      unshown: '{}',
      isDeleted: false,
    });
  const sandbox = createSandbox(store, {token, now: () => now});
  const requests: string[] = [];
  const counts = new Map<string, number>();
  return {
    requests,
    fields: () => Array.from(store.readAfter('field', 0), ({text}) => text),
    fetch: checkExchanges(async request => {
      const {pathname, search} = new URL(request.url);
      const body = await request.clone().text();
      requests.push(`${request.method} ${pathname}${search}${body === '' ? '' : ` ${body}`}`);
      const patterns = Object.keys(faults).filter(pattern => matches(pattern.split('#')[0] ?? '', request));
      for (const pattern of patterns) counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
      const triggered = patterns.find(
        pattern => !pattern.includes('#') || counts.get(pattern) === Number(pattern.split('#')[1]),
      );
      const fault = triggered === undefined ? undefined : faults[triggered];
      if (fault) return fault(request, (changed = request) => sandbox(changed.clone()));
      return sandbox(request);
    }),
  };
}

/** A server with the same reply to every request. */
export function answering(body: string | Json | Uint8Array, init: ResponseInit & {type?: string} = {}): Tenant {
  const requests: string[] = [];
  return {
    requests,
    fields: () => [],
    fetch: async request => {
      const {pathname, search} = new URL(request.url);
      requests.push(`${request.method} ${pathname}${search}`);
      return reply(body, init);
    },
  };
}

export function reply(
  body: string | Json | Uint8Array,
  {type = 'application/json', headers, ...init}: ResponseInit & {type?: string} = {},
): Response {
  const content = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body);
  return new Response(init.status === 204 ? null : content, {
    ...init,
    headers: {'content-type': type, ...Object.fromEntries(new Headers(headers))},
  });
}

/** Breaks the connection after the request was sent. */
export function reset(): never {
  throw new TransportError('ECONNRESET', true);
}

/** Fails before a connection is made, so nothing is sent. */
export function refuseConnection(): never {
  throw new TransportError('ECONNREFUSED', false);
}

export const decimal = {discriminator: 'SIMPLE', primitive_type: 'DECIMAL'};

/** A small field. */
export function field(name: string, overrides: JsonObject = {}): JsonObject {
  return {
    id: `cf_${name}`,
    name,
    type: decimal,
    label: `Label of ${name}`,
    ...overrides,
  };
}

/** The same tenant for any token. */
export function withAnyToken(tenant: Tenant): Tenant {
  return {
    ...tenant,
    fetch: request => {
      const headers = new Headers(request.headers);
      headers.set('authorization', `Bearer ${token}`);
      return tenant.fetch(new Request(request, {headers}));
    },
  };
}
