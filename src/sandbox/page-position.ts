import {arrayOf, isObject, type Json, numberOf, stringOf} from '../json/json.js';
import {tryParseJson} from '../json/parse-json.js';
import {invalid} from './error-reply.js';
import type {Kind} from './store.js';

/** The query parameters of a list (4.1, 4.6). */
export interface PageRequest {
  readonly filter: string;
  readonly order_by: string;
  readonly page_size: string;
  readonly page_token: string;
}

/** Where a page ended: the sequence number and the order keys of its last row. */
export interface Position {
  readonly seq: number;
  readonly keys: readonly Json[];
}

/** The page token for what follows a position. */
export function encodeToken({filter, order_by}: PageRequest, kind: Kind, {seq, keys}: Position): string {
  return Buffer.from(JSON.stringify({kind, filter, order_by, seq, keys})).toString('base64url');
}

/** @throws ErrorReply for a token of another list, filter or order */
export function decodeToken(request: PageRequest, kind: Kind): Position | undefined {
  if (request.page_token === '') return undefined;
  const token = tryParseJson(Buffer.from(request.page_token, 'base64url').toString());
  const seq = isObject(token) ? numberOf(token['seq']) : undefined;
  if (!isObject(token) || seq === undefined || stringOf(token['kind']) !== kind)
    throw invalid('page_token', 'does not belong to this list');
  if (token['filter'] !== request.filter || token['order_by'] !== request.order_by)
    throw invalid('page_token', 'belongs to a different filter or order_by');
  return {seq, keys: arrayOf(token['keys']) ?? []};
}
