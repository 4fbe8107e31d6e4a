import {createHttpClient, type HttpClient} from '../http/http-client.js';
import type {ApiContext} from './api-context.js';

/** Creates a client for writes: after an interruption, requests in flight get some time to finish (row 37). */
export function createFinishingClient({http, signal, timing}: ApiContext): HttpClient {
  const late = new AbortController();
  const onAbort = () => setTimeout(() => late.abort(signal.reason), timing.finishMs).unref();
  signal.addEventListener('abort', onAbort, {once: true});
  return createHttpClient({...http.settings, signal: late.signal});
}
