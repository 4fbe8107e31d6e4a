import {HTTPError, isHTTPError, isNetworkError} from 'ky';
import {systemCode, UnavailableError} from '../base/errors.js';
import type {ApiRequest, HttpSettings} from './http.js';
import {describeNetworkError, describeTimeout, isCertificateError} from './network-error.js';
import {statusError} from './status-error.js';
import {TimeoutError} from './wire.js';

/** Why an attempt is repeated, in a few words. */
export function describeFault(error: unknown, settings: HttpSettings): string {
  if (isHTTPError(error)) return `HTTP ${error.response.status}`;
  return error instanceof TimeoutError
    ? describeTimeout(settings.timeoutMs)
    : describeNetworkError(error, settings.baseUrl.origin);
}

/** The error that people and scripts see for whatever ky, fetch or the reading of the body threw. */
export function toBizctlError(
  error: unknown,
  {method, path}: ApiRequest,
  settings: HttpSettings,
  attempts: number,
): Error {
  const where = {method, path: `/${path}`};
  if (error instanceof UnavailableError) return new UnavailableError(error.message, {...where, ...error.details});
  if (error instanceof HTTPError) return statusError(error, settings, attempts);
  if (error instanceof TimeoutError) {
    const message = `${settings.baseUrl.origin} ${describeTimeout(settings.timeoutMs)}`;
    return new UnavailableError(message, {
      ...where,
      hint: 'Give it longer with --timeout, or try later.',
      cause: error,
    });
  }
  if (isNetworkError(error) || systemCode(error) !== undefined) {
    const hint = isCertificateError(error)
      ? 'Name a file with the certificate authority in NODE_EXTRA_CA_CERTS.'
      : `Is the base URL right, and the network there?${settings.proxyVariable === undefined ? '' : ` (${settings.proxyVariable} is set.)`}`;
    return new UnavailableError(describeNetworkError(error, settings.baseUrl.origin), {...where, hint, cause: error});
  }
  return error instanceof Error ? error : new Error(String(error));
}
