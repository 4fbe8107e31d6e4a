import {UsageError} from '../base/errors.js';
import {isPathSegment} from '../base/path-segment.js';
import type {JsonObject} from '../json/json.js';

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;
export type Method = (typeof methods)[number];

/** Parameters and their values, in the order in which they are sent. `undefined` omits the parameter. */
export type Query = readonly (readonly [parameter: string, value: string | undefined])[];

export interface ApiRequest {
  readonly method: Method;
  /** Relative to the base URL, its segments already percent-encoded. */
  readonly path: string;
  readonly query?: Query;
  readonly body?: JsonObject;
  /** A raw body, in place of `body`. */
  readonly content?: string | Uint8Array;
  /** In addition to the default headers. */
  readonly headers?: {readonly [name: string]: string};
  /** False for a request that is not idempotent; by default, for a POST. */
  readonly isIdempotent?: boolean;
  /** True if an earlier write is useless without it: it is sent even after an interruption, in the time that remains. */
  readonly completesWrite?: boolean;
  /** Aborts this request only. */
  readonly signal?: AbortSignal;
}

/** True for safe methods (RFC 9110), which change nothing. */
export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** True if a request may be sent again although it may have been carried out. */
export function isIdempotent(request: ApiRequest): boolean {
  return request.isIdempotent ?? request.method !== 'POST';
}

/**
 * Percent-encodes an id as one path segment.
 *
 * @throws UsageError for an id that no path segment can hold
 */
export function encodeSegment(id: string): string {
  if (!isPathSegment(id)) throw new UsageError(`${JSON.stringify(id)} is not an id`, 'Pass an id or name:NAME.');
  return percentEncode(id);
}

/** @throws UsageError for an unpaired surrogate, which UTF-8 cannot encode */
function percentEncode(text: string): string {
  if (!text.isWellFormed())
    throw new UsageError(`${JSON.stringify(text)} cannot be sent: it contains an unpaired surrogate`);
  return encodeURIComponent(text);
}

export function toUrl(baseUrl: URL, {path, query = []}: ApiRequest): string {
  const search = query
    .flatMap(([parameter, value]) => (value === undefined ? [] : `${percentEncode(parameter)}=${percentEncode(value)}`))
    .join('&');
  return new URL(`${baseUrl.href.replace(/\/+$/, '')}/${path}${search === '' ? '' : `?${search}`}`).href;
}
