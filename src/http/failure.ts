import {isHTTPError} from 'ky';
import type {ResponseHeaders} from '../base/raw-response.js';
import type {ApiRequest, HttpSettings} from './http.js';
import {isSafe} from './is-safe.js';
import {toBizctlError} from './request-error.js';
import {isRedirect, mayHaveBeenCarriedOut} from './retry.js';
import {UnknownOutcomeError} from './unknown-outcome.js';
import type {Course} from './wire.js';

/** What an error means for the request: a write that may have been carried out has no known outcome. */
export function describeFailure(
  error: unknown,
  settings: HttpSettings,
  request: ApiRequest,
  {attempts, isOpen}: Course,
): Error {
  const known = toBizctlError(error, request, settings, attempts);
  const isUnknown = !isSafe(request.method) && (isOpen || mayHaveBeenCarriedOut(error));
  return isUnknown ? new UnknownOutcomeError(known, isRedirect(error)) : known;
}

/** The reply behind an error, as it came; `undefined` when none did. */
export function readRefusal(
  error: unknown,
): {readonly status: number; readonly headers: ResponseHeaders; readonly body: Buffer} | undefined {
  if (!isHTTPError(error)) return undefined;
  const {status, headers} = error.response;
  return {status, headers, body: Buffer.from(typeof error.data === 'string' ? error.data : '')};
}
