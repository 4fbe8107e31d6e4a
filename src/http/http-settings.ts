import type {Fetch, Timing} from '../base/context.js';
import type {Redact} from '../base/redaction.js';
import type {Deprecation} from './deprecation.js';

/** What happens on the wire, for `--verbose`, progress and the deprecation notice. */
export type HttpEvent =
  | {readonly kind: 'request'; readonly method: string; readonly url: string; readonly attempt: number}
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly milliseconds: number;
      readonly request_id: string | undefined;
    }
  | {readonly kind: 'retry'; readonly reason: string}
  /** The API asked to wait before the next request; 0 when the wait is over. */
  | {readonly kind: 'wait'; readonly status: number; readonly milliseconds: number}
  | ({readonly kind: 'deprecation'} & Deprecation);

export interface HttpSettings {
  /** Its path is kept: `https://host/crm/rest/` is a base like any other (section 9 of the reference). */
  readonly baseUrl: URL;
  readonly token: string | undefined;
  /** Where the token came from, such as `BIZCTL_TOKEN`; `undefined` without one. */
  readonly tokenSource: string | undefined;
  /** Masks the token in the server's words, before they are cut. */
  readonly redact: Redact;
  readonly fetch: Fetch;
  readonly userAgent: string;
  /** For one attempt, up to the end of the reply. */
  readonly timeoutMs: number;
  readonly retries: number;
  /** No attempt begins later than this after the first. */
  readonly retryBudgetMs: number;
  readonly timing: Timing;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly onEvent: (event: HttpEvent) => void;
}

/** The server's id of a request, for its operators. */
export function requestIdOf(headers: Headers): string | undefined {
  return headers.get('x-request-id') ?? headers.get('request-id') ?? headers.get('x-correlation-id') ?? undefined;
}
