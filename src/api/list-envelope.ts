import {arrayOf, isObject, type Json, type JsonObject, numberOf, objectOf, stringOf} from '../json/json.js';

/*
 * The reference does not show the body of the deal list (4.6). This file knows the shapes in which APIs wrap a list, and the ways in which they say
 * that there is more of it.
 */

/** Names under which the list is looked for first. */
export const listNames = ['deals', 'entities', 'items', 'data', 'results', 'records'];
/** Lists that are beside the point. */
export const otherLists: ReadonlySet<string> = new Set(['errors', 'warnings', 'links', 'messages']);
const deepestEnvelope = 4;
/** More problems would not fit into a message. */
const maxProblems = 20;
const maxProblemLength = 2000;

/** Names without case, dashes and the like: `nextPageToken`, `next_page_token` and `@odata.nextLink` are written in many ways. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

/** Members that hold the token of the next page: the reference has `next_page_token` for fields, and `page_token` as the parameter of both lists. */
const tokenNames = new Set(['nextpagetoken', 'nexttoken']);
const moreWhenTrue = new Set(['hasmore', 'hasnext', 'hasnextpage', 'more', 'moreresults', 'istruncated', 'truncated']);
const moreWhenFalse = new Set(['islast', 'last', 'islastpage', 'lastpage', 'complete', 'iscomplete']);
const moreWhenGiven = new Set([
  'next',
  'nextpage',
  'nexturl',
  'nextlink',
  'nextpageurl',
  'nexthref',
  'nextcursor',
  'cursornext',
  'cursor',
  'odatanextlink',
]);
const totalNames = new Set([
  'total',
  'totalcount',
  'totalsize',
  'totalresults',
  'totalitems',
  'totalelements',
  'totalrecords',
]);

/** A list, and the objects around and beside it. */
export interface Envelope {
  readonly rows: readonly Json[];
  readonly objects: readonly JsonObject[];
}

function arraysIn(reply: JsonObject): readonly {readonly name: string; readonly rows: readonly Json[]}[] {
  return Object.entries(reply).flatMap(([name, member]) => {
    const rows = otherLists.has(name) ? undefined : arrayOf(member);
    return rows ? [{name, rows}] : [];
  });
}

/** The object and those in it, but not what stands in lists. */
function objectsIn(object: JsonObject, depth = deepestEnvelope): readonly JsonObject[] {
  return depth === 0
    ? []
    : [object, ...Object.values(object).flatMap(member => (isObject(member) ? objectsIn(member, depth - 1) : []))];
}

interface FoundList {
  readonly rows: readonly Json[];
  readonly isNamed: boolean;
}

/** All lists that stand in nothing but objects, and whether they have a name that lists have. */
function findLists(reply: JsonObject, depth = deepestEnvelope): readonly FoundList[] {
  const here = arraysIn(reply).map(({name, rows}) => ({rows, isNamed: listNames.includes(name)}));
  // Of the lists of one object, those with a name hide what stands deeper.
  if (depth === 1 || here.some(({isNamed}) => isNamed)) return here;
  const inner = Object.values(reply).flatMap(member => (isObject(member) ? findLists(member, depth - 1) : []));
  return [...here, ...inner];
}

/** True when what should be the list, by its name, is something else. */
function hasMisnamed(reply: JsonObject): boolean {
  return Object.entries(reply).some(
    ([name, member]) =>
      listNames.includes(name) &&
      member !== undefined &&
      !arrayOf(member) &&
      (!isObject(member) || (name !== 'data' && findLists(member).length === 0)),
  );
}

function findRows(reply: JsonObject): readonly Json[] | undefined {
  const lists = findLists(reply);
  const named = lists.filter(({isNamed}) => isNamed);
  if (named.length === 0 && hasMisnamed(reply)) return undefined;
  const [list, ...others] = named.length > 0 ? named : lists;
  return others.length === 0 ? list?.rows : undefined;
}

/** The one list of a reply, wherever it stands; `undefined` if there is not exactly one. */
export function findEnvelope(reply: Json): Envelope | undefined {
  const bare = arrayOf(reply);
  if (bare) return {rows: bare, objects: []};
  const rows = isObject(reply) ? findRows(reply) : undefined;
  return rows && isObject(reply) ? {rows, objects: objectsIn(reply)} : undefined;
}

function membersOf(objects: readonly JsonObject[]): readonly (readonly [string, Json])[] {
  return objects.flatMap(object =>
    Object.entries(object).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, value] as const],
    ),
  );
}

export function findToken({objects}: Envelope): Json | undefined {
  return membersOf(objects).find(([name, value]) => tokenNames.has(plainName(name)) && value !== '')?.[1];
}

function saysMore(name: string, value: Json): boolean {
  const plain = plainName(name);
  if (value === true || value === 'true') return moreWhenTrue.has(plain);
  if (value === false) return moreWhenFalse.has(plain);
  if (!moreWhenGiven.has(plain)) return false;
  return isObject(value)
    ? stringOf(value['href']) !== undefined || stringOf(value['url']) !== undefined
    : (stringOf(value) ?? '') !== '' || (numberOf(value) ?? 0) > 0;
}

function countsMorePages(members: readonly (readonly [string, Json])[]): string | undefined {
  const numbers = new Map(
    members.flatMap(([name, value]) =>
      numberOf(value) === undefined ? [] : [[plainName(name), numberOf(value) ?? 0] as const],
    ),
  );
  const pages = numbers.get('totalpages') ?? numbers.get('pagecount');
  const page = numbers.get('page') ?? numbers.get('currentpage') ?? numbers.get('pagenumber');
  return pages !== undefined && page !== undefined && page < pages ? `page ${page} of ${pages}` : undefined;
}

/** How the reply says, in a way in which it cannot be asked for, that there is more; `undefined` when it does not. */
export function describeMore({objects}: Envelope, headers: Headers): string | undefined {
  const members = membersOf(objects);
  const member = members.find(([name, value]) => saysMore(name, value));
  if (member) return `"${member[0]}": ${JSON.stringify(member[1])}`;
  if (/;\s*rel="?[^";]*\bnext\b/i.test(headers.get('link') ?? '')) return 'a Link header to a next page';
  return headers.get('x-next-page-token') !== null ? 'a header X-Next-Page-Token' : countsMorePages(members);
}

/** How many rows the whole list has, as far as the reply says. */
export function findTotal({objects}: Envelope, headers: Headers): number | undefined {
  const total = membersOf(objects).find(
    ([name, value]) => totalNames.has(plainName(name)) && numberOf(value) !== undefined,
  )?.[1];
  const header = headers.get('x-total-count');
  return numberOf(total) ?? (header !== null && /^\d+$/.test(header) ? Number(header) : undefined);
}

/** The reply's own word that something went wrong, beside the list. */
export function describeProblem(envelope: Envelope): string | undefined {
  return findProblem(envelope)?.slice(0, maxProblemLength);
}

function findProblem({objects}: Envelope): string | undefined {
  for (const {error, errors} of objects) {
    const words = isObject(error) ? (stringOf(error['message']) ?? JSON.stringify(error)) : stringOf(error);
    if (words) return words;
    const list = arrayOf(errors);
    if (list && list.length > 0)
      return list
        .slice(0, maxProblems)
        .map(each => stringOf(each) ?? stringOf(objectOf(each)?.['message']) ?? JSON.stringify(each))
        .join('; ');
  }
  return undefined;
}
