import {UnavailableError} from '../base/errors.js';
import {arrayOf, isObject, type Json} from '../json/json.js';
import {
  describeMore,
  describeProblem,
  type Envelope,
  findEnvelope,
  findToken,
  findTotal,
  listNames,
} from './list-envelope.js';
import type {ListReply} from './page.js';

/** A list whose reply the reference does not show. */
export interface AnyList {
  readonly path: string;
  /** What its rows are, in the plural: "deals". */
  readonly noun: string;
  /** False for a list that a filter or a page token makes shorter than the total that a reply may state. */
  readonly isWhole: boolean;
  /** The rows of a reply, where it is known where they stand. */
  readonly find?: ((reply: Json) => Json | undefined) | undefined;
  /** What to do when there is no one list. */
  readonly hint: string;
}

/** Reads the pages of one such list. A list that is cut in a way that nobody described is noticed. */
export function createAnyReader({
  path,
  noun,
  isWhole,
  find,
  hint,
}: AnyList): (reply: Json, headers: Headers) => ListReply<Json> {
  const fail = (message: string, hint: string) =>
    new UnavailableError(message, {method: 'GET', path: `/${path}`, retryable: false, hint});

  const findList = (reply: Json): Envelope | undefined => {
    if (!find) return findEnvelope(reply);
    const rows = arrayOf(find(reply));
    return rows && {rows, objects: isObject(reply) ? [reply] : []};
  };

  return (reply, headers) => {
    const envelope = findList(reply);
    if (!envelope) {
      const members = isObject(reply) ? Object.keys(reply).slice(0, 8).join(', ') : '';
      throw fail(`the reply contains no single list of ${noun} (it has: ${members || 'nothing'})`, hint);
    }
    const {rows} = envelope;
    const problem = describeProblem(envelope);
    if (problem !== undefined && rows.length === 0)
      throw fail(`the reply contains an error instead of ${noun}: ${problem}`, 'Try again later.');
    return {
      rows,
      next: findToken(envelope),
      more: describeMore(envelope, headers),
      total: isWhole ? findTotal(envelope, headers) : undefined,
      warning: problem && `the reply also contains an error: ${problem}`,
    };
  };
}

/** Where such a list is looked for. */
export const lookedFor = `Looked for ${listNames.join(', ')}, for a single array, and for a bare array.`;
