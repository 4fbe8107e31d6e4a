import type {ResponseHeaders} from '../base/raw-response.js';
/** What the server calls this request, for those who ask its people about it. */
export function requestIdOf(headers: ResponseHeaders): string | undefined {
  return headers.get('x-request-id') ?? headers.get('request-id') ?? headers.get('x-correlation-id') ?? undefined;
}
