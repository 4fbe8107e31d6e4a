import {UnavailableError, UsageError} from '../base/errors.js';
import {type ListedNoun, resources} from '../base/resources.js';
import type {Message} from '../base/suggest-command.js';
import {type HttpClient, requireToken} from '../http/http-client.js';
import {arrayOf, isObject, type Json, type JsonObject} from '../json/json.js';
import {describeProblem, type Envelope, findEnvelope, listParts, otherLists, usualListNames} from './list-envelope.js';
import {isWhole, type ListQuery, type ListReply, type Page} from './page.js';
import {describeMore, findToken, findTotal} from './paging-signs.js';
import {readPages} from './read-pages.js';

/** A list whose reply the reference does not document. */
export interface AnyList {
  readonly path: string;
  /** A plural noun for the rows: "deals". */
  readonly noun: string;
  /** Names of the list of rows, which take precedence over other lists. */
  readonly names: readonly string[];
  /** False if a filter or page token may make the list shorter than the total that a reply states. */
  readonly isWhole: boolean;
  /** Extracts the rows of a reply; by default, they are searched for. */
  readonly find?: ((reply: Json) => Json | undefined) | undefined;
  /** Called with the name of the member that holds the rows of a reply. */
  readonly onFound?: (name: string) => unknown;
  /** The hint for a reply without a single list. */
  readonly hint: Message;
}

/** @throws UnavailableError if a reply without a list states an error, although its status is a success */
export function refuseProblem(problem: string | undefined, noun: string, path: string): void {
  if (problem === undefined) return;
  const details = {method: 'GET', path: `/${path}`, retryable: false, hint: 'Try again later.'};
  throw new UnavailableError(`the reply contains an error instead of ${noun}: ${problem}`, details);
}

/** True if an object has a list that may be the rows. */
function hasList(object: JsonObject): boolean {
  return Object.entries(object).some(([name, value]) => !otherLists.has(name) && arrayOf(value ?? null) !== undefined);
}

/** Returns a parser for the replies of such a list. It also looks for undocumented signs that there are more rows. */
export function createAnyReader(list: AnyList): (reply: Json, headers: Headers) => ListReply<Json> {
  const {path, noun, names, isWhole, find, onFound, hint} = list;
  const findList = (reply: Json): Envelope | undefined => {
    if (!find) return findEnvelope(reply, names);
    const rows = arrayOf(find(reply));
    return rows && {rows, parts: isObject(reply) ? listParts(reply, rows) : []};
  };

  let hasTokens = false;
  return (reply, headers) => {
    const envelope = findList(reply);
    if (!envelope) {
      const members = isObject(reply) ? Object.keys(reply).slice(0, 8).join(', ') : '';
      const found = `(members: ${members || 'none'})`;
      const parts = isObject(reply) ? listParts(reply) : [];
      const hasLists = parts.some(({name, object}) => name !== 'error' && hasList(object));
      if (!hasLists) refuseProblem(describeProblem(reply), noun, path);
      if (find) throw new UsageError(`the path in --items does not lead to a list in the reply ${found}`, hint);
      const message = `the reply does not contain exactly one list of ${noun} ${found}`;
      throw new UnavailableError(message, {method: 'GET', path: `/${path}`, retryable: false, hint});
    }
    const {name, rows, parts} = envelope;
    if (name !== undefined) onFound?.(name);
    const next = findToken(parts);
    hasTokens ||= next !== undefined;
    const problem = describeProblem(reply);
    if (rows.length === 0) refuseProblem(problem, noun, path);
    return {
      rows,
      next,
      more: describeMore(parts, headers, hasTokens),
      total: isWhole ? findTotal(parts, headers, hasTokens) : undefined,
      problem,
    };
  };
}

/** Lists a resource whose record the reference does not document, so that a row can be any JSON value. */
export function listAny(http: HttpClient, noun: ListedNoun, query: ListQuery): AsyncGenerator<Page<Json>> {
  requireToken(http);
  const {segment, words} = resources[noun];
  const path = `v2/${segment}`;
  const names = [segment, ...usualListNames];
  const hint: Message = suggest =>
    `Check the base URL. ${describeSearch(names)} To see the reply, run: ${suggest('api', 'GET', path)}`;
  const read = createAnyReader({path, noun: words, names, isWhole: isWhole(query), hint});
  return readPages(http, {path, read, toRows: rows => rows}, query);
}

/** For hints: where the rows of a reply are searched for. */
export function describeSearch(names: readonly string[]): string {
  return `Looked for ${names.join(', ')}, then for any single list, then for a top-level array.`;
}
