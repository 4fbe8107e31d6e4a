import {arrayOf, integerOf, isObject, type Json, numberOf, objectOf, stringOf} from '../json/json.js';
import type {EnvelopePart} from './list-envelope.js';

// The reference names one sign that a list continues: `next_page_token` in the list of fields (4.1). It does not show
// the reply of the deal list (4.6), and no list may be cut unnoticed, so this file recognizes the usual other signs.

/** What a reply has besides its rows. */
interface Surroundings {
  readonly parts: readonly EnvelopePart[];
}

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

/** Signs wherever they are. */
const everywhere = {
  moreIfTrue: /^has(?:more|next|nextpage)$|^more(?:results)?$|^(?:is)?(?:truncated|partial)$|^incomplete$/,
  moreIfFalse: /^(?:is)?(?:last|lastpage|complete)$/,
  moreIfGiven: /^next(?:page|url|link|pageurl|href|cursor)?$|^odatanextlink$/,
};
/** Signs in the reply itself and in objects about paging; elsewhere, they may be about something else. */
const aboutPaging = /meta|link|pag(?:e|es|er|ing|ination)|info|cursor|additional|respon|^data$|^list$|results?$/i;
const inPaging = {
  moreIfTrue: /^(?:has|is)?more(?:items|records|rows|pages|entries|data|available|itemsincollection)$|^next(?:page)?$/,
  moreIfFalse: /^(?:is)?(?:done|finished|exhausted|lastbatch)$/,
  moreIfGiven:
    /^next(?:records?|results?|items?|batch)(?:url|uri|link|href)?$|^next(?:uri|marker|key|pagetoken|token)$|^continuation(?:token|key)?$|^lastevaluatedkey$/,
};
/** These count only if nothing says that the list ends: some APIs give them on the last page as well. */
const cursors = /^cursor(?:next)?$/;
const nextNumbers = /^next(?:offset|pagenumber)$/;
const moreIfEnded = /^(?:has|is)?more(?:results|items|records|pages)?$|^(?:has)?next(?:page)?$/;
const endIfTrue = /^(?:is)?last(?:page)?$/;
/** Members of an object that is the next page. */
const ofNextPage = /^(?:href|url|uri|link|after|cursor|page|token|pagetoken|offset|start)$/;

const pageCounts = /^(?:total|num|max|last)pages?$|^pages$|^pagecount$/;
const pageNumbers = /^(?:current)?page(?:number)?$/;
const totals = /^total(?:count|size|results|items|elements|records|rows|entries|hits)?$|^recordstotal$|^numfound$/;
/** A total in such an object is a sum. */
const ofSums = /summary|amount|aggregat|statistic|sum/i;

function membersOf({parts}: Surroundings): readonly Member[] {
  return parts.flatMap(part =>
    Object.entries(part.object).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [{name, plain: plainName(name), value, part}],
    ),
  );
}

export function findToken(given: Surroundings): Json | undefined {
  return membersOf(given).find(({plain, value}) => tokens.test(plain) && value !== '' && value !== false)?.value;
}

function isTrue(value: Json): boolean {
  return value === true || value === 'true';
}

function isFalse(value: Json): boolean {
  return value === false || value === 'false';
}

/** True for a text or a number above 0, or an object with one that is about a page, such as `{"href": "…"}`. */
function isGiven(value: Json | undefined): boolean {
  if (isObject(value))
    return Object.entries(value).some(([name, inner]) => ofNextPage.test(plainName(name)) && isGiven(inner));
  return (stringOf(value) ?? '') !== '' || (numberOf(value) ?? 0) > 0;
}

function isPaging({name}: EnvelopePart): boolean {
  return name === '' || aboutPaging.test(name);
}

function saysMore({plain, value, part}: Member): boolean {
  const isIn = (kind: keyof typeof everywhere) =>
    everywhere[kind].test(plain) || (isPaging(part) && inPaging[kind].test(plain));
  if (isTrue(value)) return isIn('moreIfTrue');
  if (isFalse(value)) return isIn('moreIfFalse');
  if (plain === 'links') return arrayOf(value)?.some(link => objectOf(link)?.['rel'] === 'next') === true;
  // A rate limit has a number of remaining requests as well, but no cursor.
  if (plain === 'remaining') return part.object['cursor'] !== undefined && (numberOf(value) ?? 0) > 0;
  if (plain === 'lastevaluatedkey') return isObject(value) && Object.keys(value).length > 0;
  return isIn('moreIfGiven') && isGiven(value);
}

function saysEnd({plain, value, part}: Member): boolean {
  if (plain === 'remaining') return part.object['cursor'] !== undefined && numberOf(value) === 0;
  return (isTrue(value) && endIfTrue.test(plain)) || (isFalse(value) && moreIfEnded.test(plain));
}

/** Finds the numbers of a page and of all pages in one object. The first page may have the number 0. */
function describePageCount(members: readonly Member[]): string | undefined {
  for (const {plain, value, part} of members) {
    const pages = pageCounts.test(plain) ? integerOf(value) : undefined;
    const found = members.find(each => each.part === part && pageNumbers.test(each.plain));
    const page = integerOf(found?.value);
    if (pages !== undefined && page !== undefined && Math.max(page, 1) < pages) return `page ${page} of ${pages}`;
  }
  return undefined;
}

const nextHeader = /^(?:x-)?(?:pagination-)?(?:next-(?:page|cursor|token|page-token|link|url)|continuation-token)$/;

function describeHeader(headers: Headers): string | undefined {
  if (/;\s*rel="?[^";]*\bnext\b/i.test(headers.get('link') ?? '')) return 'a Link header to a next page';
  if (headers.get('x-has-more') === 'true') return 'the header x-has-more';
  const [name] =
    [...headers].find(([name, value]) => nextHeader.test(name) && !/^(?:0|false|null)?$/.test(value)) ?? [];
  if (name !== undefined) return `the header ${name}`;
  const [page, pages] = ['x-page', 'x-total-pages'].map(name => integerOf(headers.get(name) ?? undefined));
  return page !== undefined && pages !== undefined && page < pages ? `page ${page} of ${pages}` : undefined;
}

/** Describes a sign of more rows, which bizctl cannot request; `undefined` if there is none. */
export function describeMore(given: Surroundings, headers: Headers): string | undefined {
  const members = membersOf(given);
  const isEnded = members.some(saysEnd);
  const isWeak = ({plain, value, part}: Member) =>
    !isEnded && (cursors.test(plain) || (isPaging(part) && nextNumbers.test(plain))) && isGiven(value);
  const found = members.find(saysMore) ?? members.find(isWeak);
  if (found) return `"${found.name}": ${JSON.stringify(found.value).slice(0, maxShownLength)}`;
  const isLast = members.some(({plain, value}) => endIfTrue.test(plain) && isTrue(value));
  return describeHeader(headers) ?? (isLast ? undefined : describePageCount(members));
}

/** The number of rows on all pages, if the reply states it. */
export function findTotal(given: Surroundings, headers: Headers): number | undefined {
  const isTotal = ({plain, value, part}: Member) =>
    totals.test(plain) &&
    integerOf(value) !== undefined &&
    // An amount may be a total, too, and is often a text.
    (plain !== 'total' || (typeof value === 'string' ? aboutPaging.test(part.name) : !ofSums.test(part.name)));
  const total = membersOf(given).find(isTotal);
  const header = headers.get('x-total-count') ?? headers.get('x-total');
  const ranged = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1];
  return integerOf(total?.value) ?? integerOf(header ?? ranged);
}
