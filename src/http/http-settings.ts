import type {Context} from '../base/context.js';
import type {Redact} from '../base/redaction.js';
import type {Deprecation} from './deprecation.js';

/** Events of requests, for `--verbose`, progress and the deprecation notice. */
export type HttpEvent =
  | {readonly kind: 'request'; readonly method: string; readonly url: string; readonly attempt: number}
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly milliseconds: number;
      readonly request_id: string | undefined;
    }
  | {readonly kind: 'retry'; readonly reason: string}
  /** A short wait before the next attempt. `waitedMs` includes the request's earlier waits. */
  | {readonly kind: 'backOff'; readonly reason: string; readonly waitedMs: number}
  /** Reads begin that check whether a write took effect, for at most so long; `undefined` for a few seconds. */
  | {readonly kind: 'check'; readonly reason: string; readonly maxMs: number | undefined}
  /** The API asked to wait before the next request; 0 milliseconds when the wait is over. */
  | {readonly kind: 'wait'; readonly status: number; readonly milliseconds: number; readonly waitedMs: number}
  | ({readonly kind: 'deprecation'; readonly operation: string} & Deprecation);

export interface HttpSettings extends Pick<Context, 'fetch' | 'timing' | 'now' | 'signal'> {
  /** May have a path, which requests append to: `https://host/crm/rest/` (section 9 of the reference). */
  readonly baseUrl: URL;
  readonly token: string | undefined;
  /** Where the token came from, such as `BIZCTL_TOKEN`; `undefined` when there is none. */
  readonly tokenSource: string | undefined;
  /** The profile that the base URL belongs to, if any. */
  readonly profile?: string | undefined;
  /** Masks the token in server messages, before they are truncated. */
  readonly redact: Redact;
  readonly userAgent: string;
  /** Limit for one attempt, including its body. */
  readonly timeoutMs: number;
  /** Limit for the headers of a reply; `undefined` if only `timeoutMs` applies. */
  readonly headersMs: number | undefined;
  readonly retries: number;
  /** No attempt starts later than this after the first. */
  readonly retryBudgetMs: number;
  readonly onEvent: (event: HttpEvent) => void;
}

/** The request id that the server assigned, from the usual headers. */
export function requestIdOf(headers: Headers, redact: Redact): string | undefined {
  const names = ['x-request-id', 'request-id', 'x-correlation-id'];
  const id = names.map(name => headers.get(name)).find(value => value !== null);
  return id ? redact(id) : undefined;
}

/** Follows the path of a request in messages: `, request r-1`; empty without an id. */
export function describeRequestId(id: string | undefined): string {
  return id === undefined ? '' : `, request ${id.slice(0, 100)}`;
}
