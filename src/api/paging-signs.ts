import {arrayOf, integerOf, isObject, type Json, numberOf, objectOf, stringOf} from '../json/json.js';
import type {EnvelopePart} from './list-envelope.js';

// The reference names one sign that a list continues: `next_page_token` in the list of fields (4.1). It does not show
// the reply of the deal list (4.6), and no list may be cut unnoticed, so this file recognizes the usual other signs.

interface Member {
  readonly name: string;
  /** The name without case and punctuation. */
  readonly plain: string;
  readonly value: Json;
  readonly part: EnvelopePart;
}

/** Removes case and punctuation, because names are written in many ways: `nextPageToken`, `next_page_token`. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

const maxShownLength = 300;
const tokens = /^next(?:page)?token$/;

/** Signs that count in every list. */
const clear = {
  moreIfTrue: /^has(?:more|next|nextpage)$|^more(?:results)?$|^(?:is)?(?:truncated|partial)$|^incomplete(?:results)?$/,
  moreIfFalse: /^(?:is)?(?:last|lastpage|complete)$/,
  moreIfGiven: /^next(?:page|url|link|pageurl|href|cursor)?$|^cursor(?:next)?$|^odatanextlink$/,
};
/** Signs in an object about paging, for a list that the reference does not show and that has no page token. */
const usual = {
  moreIfTrue: /^(?:has|is)?more(?:items|records|rows|pages|entries|data|available|itemsincollection)$|^next(?:page)?$/,
  moreIfFalse: /^(?:is)?(?:done|finished|exhausted|lastbatch)$/,
  moreIfGiven:
    /^next(?:records?|results?|items?|batch)(?:url|uri|link|href)?$|^next(?:uri|marker)$|^continuation(?:token|key)?$/,
};
const aboutPaging =
  /^(?:_?meta(?:data)?|_?links|pag(?:e|es|ing|ination|er)(?:_?(?:info|meta(?:data)?))?|info|cursors?|additional_data|response(?:_?metadata)?|data|list|results?(?:_?(?:info|metadata))?)?$/i;
/** Some APIs give the next offset, or repeat the cursor, on the last page as well. */
const weak = /^cursor(?:next)?$|^next(?:offset|pagenumber)$/;
const endIfFalse = /^(?:has|is)?more(?:results|items|records|pages)?$|^(?:has)?next(?:page)?$/;
const endIfTrue = /^(?:is)?last(?:page)?$/;
/** Members of an object that is the next page. */
const ofNextPage = /^(?:href|url|uri|link|after|cursor|page|token|pagetoken|offset|start)$/;

const totals = /^total(?:count|size|results|items|elements|records)?$/;
const usualTotals = /^total(?:rows|entries|hits)$|^recordstotal$|^numfound$/;

function membersOf(parts: readonly EnvelopePart[]): readonly Member[] {
  return parts.flatMap(part =>
    Object.entries(part.object).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [{name, plain: plainName(name), value, part}],
    ),
  );
}

export function findToken(parts: readonly EnvelopePart[]): Json | undefined {
  return membersOf(parts).find(({plain, value}) => tokens.test(plain) && value !== '' && value !== false)?.value;
}

/** True if the reply has a member for the token of the next page; without a token, this is the last page (4.1). */
function hasTokens(parts: readonly EnvelopePart[]): boolean {
  return parts.some(({object}) => Object.keys(object).some(name => tokens.test(plainName(name))));
}

/** True for a string or a number above 0, or an object with one under such a name, such as `{"href": "…"}`. */
function isGiven(value: Json | undefined, names: RegExp): boolean {
  if (isObject(value))
    return Object.entries(value).some(([name, inner]) => names.test(plainName(name)) && isGiven(inner, names));
  return !['', 'false', undefined].includes(stringOf(value)) || (numberOf(value) ?? 0) > 0;
}

function isClearSign({plain, value}: Member): boolean {
  if (value === true || value === 'true') return clear.moreIfTrue.test(plain);
  if (value === false) return clear.moreIfFalse.test(plain);
  // A cursor is repeated on the last page, but a next page has one only if there is one.
  return (
    clear.moreIfGiven.test(plain) && isGiven(value, plain === 'next' ? /^(?:href|url|link|after)$/ : /^(?:href|url)$/)
  );
}

function isUsualSign(member: Member): boolean {
  const {plain, value, part} = member;
  if (!aboutPaging.test(part.name)) return false;
  const isNext = (link: Json) => objectOf(link)?.['rel'] === 'next' && objectOf(link)?.['href'] !== null;
  if (plain === 'links') return arrayOf(value)?.some(isNext) === true;
  // A rate limit has a number of remaining requests as well, but no cursor.
  if (plain === 'remaining') return part.object['cursor'] !== undefined && (numberOf(value) ?? 0) > 0;
  if (plain === 'lastevaluatedkey') return isObject(value) && Object.keys(value).length > 0;
  if (value === true || value === 'true') return usual.moreIfTrue.test(plain);
  if (value === false || value === 'false') return clear.moreIfFalse.test(plain) || usual.moreIfFalse.test(plain);
  const names = [clear.moreIfGiven, usual.moreIfGiven, weak];
  return names.some(each => each.test(plain)) && isGiven(value, ofNextPage);
}

function saysEnd({plain, value, part}: Member): boolean {
  if (plain === 'remaining') return part.object['cursor'] !== undefined && numberOf(value) === 0;
  if (value === true || value === 'true') return endIfTrue.test(plain);
  return (value === false || value === 'false') && endIfFalse.test(plain);
}

/** Describes a page before the last. The first may have the number 0. */
function describePage(page: number | undefined, pages: number | undefined): string | undefined {
  return page !== undefined && pages !== undefined && Math.max(page, 1) < pages
    ? `page ${page} of ${pages}`
    : undefined;
}

/** The whole number, perhaps written as a string, or as 3.0. */
function countOf(value: Json): number | undefined {
  const number = typeof value === 'string' ? integerOf(value) : numberOf(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

function describePageCount(members: readonly Member[], isUsual: boolean): string | undefined {
  const describe = (among: readonly Member[], pages: readonly string[]) => {
    const counted = among.flatMap(({plain, value}) => {
      const count = countOf(value);
      return count === undefined ? [] : [[plain, count] as const];
    });
    const numbers = new Map(counted);
    const find = (names: readonly string[]) => numbers.get(names.find(name => numbers.has(name)) ?? '');
    return describePage(find(['page', 'currentpage', 'pagenumber']), find(pages));
  };
  const found = describe(members, ['totalpages', 'pagecount']);
  if (found !== undefined || !isUsual) return found;
  return Map.groupBy(members, ({part}) => part)
    .values()
    .map(own => describe(own, ['pages', 'numpages', 'lastpage']))
    .find(each => each !== undefined);
}

function describeHeader(headers: Headers, isUsual: boolean): string | undefined {
  if (/;\s*rel="?[^";]*\bnext\b/i.test(headers.get('link') ?? '')) return 'a Link header with rel=next';
  const names = ['X-Next-Page', 'X-Next-Page-Token', ...(isUsual ? ['X-Next-Cursor', 'Next-Page-Token'] : [])];
  const name = names.find(each => headers.get(each));
  if (name !== undefined) return `the header ${name}`;
  if (!isUsual) return undefined;
  if (headers.get('X-Has-More') === 'true') return 'the header X-Has-More';
  const [page, pages] = ['X-Page', 'X-Total-Pages'].map(each => integerOf(headers.get(each) ?? undefined));
  return describePage(page, pages);
}

/**
 * Describes a sign of more rows, which bizctl cannot request; `undefined` if there is none.
 *
 * @param isKnown true for a list that continues by page tokens, such as one that the reference shows
 */
export function describeMore(parts: readonly EnvelopePart[], headers: Headers, isKnown: boolean): string | undefined {
  const members = membersOf(parts);
  const isUsual = !isKnown && !hasTokens(parts);
  const ended = new Set(members.filter(saysEnd).map(({part}) => part));
  const hasTotal = findTotal(parts, headers, isKnown) !== undefined;
  // A total says more than an offset.
  const isIdle = ({plain, part}: Member) =>
    isUsual && weak.test(plain) && (ended.has(part) || (hasTotal && plain === 'nextoffset'));
  const isMore = (member: Member) => (isClearSign(member) || (isUsual && isUsualSign(member))) && !isIdle(member);
  const found = members.find(isMore);
  if (found) return `"${found.name}": ${JSON.stringify(found.value).slice(0, maxShownLength)}`;
  const isLast = [...ended].some(({name}) => aboutPaging.test(name));
  const pageCount = isUsual && isLast ? undefined : describePageCount(members, isUsual);
  return describeHeader(headers, isUsual && !isLast) ?? pageCount;
}

/**
 * The number of rows on all pages, if the reply states it.
 *
 * @param isKnown true for a list that continues by page tokens, such as one that the reference shows
 */
export function findTotal(parts: readonly EnvelopePart[], headers: Headers, isKnown: boolean): number | undefined {
  const isUsual = !isKnown && !hasTokens(parts);
  const isTotal = ({plain, value, part}: Member) => {
    // A sum of amounts may be called a total, too, and may have a fraction, or be a string.
    if (typeof value !== 'string')
      return (totals.test(plain) || (isUsual && usualTotals.test(plain))) && countOf(value) !== undefined;
    return isUsual && totals.test(plain) && (plain !== 'total' || (part.name !== '' && aboutPaging.test(part.name)));
  };
  const stated = membersOf(parts)
    .filter(isTotal)
    .map(({value}) => countOf(value));
  const header = headers.get('x-total-count') ?? /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1];
  return stated.find(each => each !== undefined) ?? integerOf(header);
}
