import type {Method} from './http.js';

/** True for methods that change nothing. */
export function isSafe(method: Method): boolean {
  return method === 'GET' || method === 'HEAD';
}
