import {arrayOf, integerOf, isObject, type Json, type JsonObject, numberOf, objectOf, stringOf} from '../json/json.js';

// The reference names one sign that a list continues: `next_page_token` in the list of fields (4.1). It does not show
// the reply of the deal list (4.6), and no list may be cut unnoticed, so this file recognizes the usual other signs.

/** The objects of a reply that are not rows. */
interface Surroundings {
  readonly objects: readonly JsonObject[];
}

type Member = readonly [name: string, value: Json];

/** Removes case and punctuation, because names are written in many ways: `nextPageToken`, `next_page_token`. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

const maxShownLength = 300;

const tokens = /^next(?:page)?token$/;
const moreWhenTrue = /^(?:has|is)?(?:more|next(?:page)?$|truncated|partial|incomplete)/;
const moreWhenFalse =
  /^(?:is)?(?:last(?:page|batch)?|complete|done|finished|exhausted|end(?:of(?:list|data|results))?)$/;
const moreWhenGiven =
  /^(?:odata)?next(?:page|records?|results?|items?|batch)?(?:url|uri|link|href|cursor|marker|token|key|start|offset|index|number)?$|^continuation(?:token|key)?$|^lastevaluatedkey$/;
const moreWhenPositive = /^remaining(?:count|items|records|results|rows|pages)?$/;
/** These count only if nothing says that the list ends: some APIs repeat the cursor of the request. */
const cursors = /^cursor(?:next)?$/;
const endWhenTrue = /^(?:is)?last(?:page)?$/;
const endWhenFalse = /^(?:has|is)?(?:more|next)/;

const pageCounts = /^(?:total|num|max|last)(?:of)?pages?$|^pages$|^pages?(?:count|total)$/;
const pageNumbers = /^(?:current)?page(?:number|no|index)?$/;
const totals = /^total(?:count|size|results|items|elements|records|rows|entries|hits)?$|^recordstotal$|^numfound$/;

function membersOf(objects: readonly JsonObject[]): readonly Member[] {
  return objects.flatMap(object =>
    Object.entries(object).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, value] as const],
    ),
  );
}

export function findToken({objects}: Surroundings): Json | undefined {
  const isToken = (value: Json) => value !== '' && value !== false;
  return membersOf(objects).find(([name, value]) => tokens.test(plainName(name)) && isToken(value))?.[1];
}

/** True for a text or a number above 0, or an object with one, such as `{"href": "…"}`. */
function isGiven(value: Json | undefined): boolean {
  if (isObject(value)) return Object.values(value).some(isGiven);
  return (stringOf(value) ?? '') !== '' || (numberOf(value) ?? 0) > 0;
}

function saysMore([name, value]: Member): boolean {
  const plain = plainName(name);
  if (value === true || value === 'true') return moreWhenTrue.test(plain);
  if (value === false || value === 'false') return moreWhenFalse.test(plain);
  if (plain === 'links') return arrayOf(value)?.some(link => objectOf(link)?.['rel'] === 'next') === true;
  if (moreWhenPositive.test(plain)) return (integerOf(value) ?? 0) > 0;
  return moreWhenGiven.test(plain) && isGiven(value);
}

function saysEnd([name, value]: Member): boolean {
  const plain = plainName(name);
  if (value === true || value === 'true') return endWhenTrue.test(plain);
  if (value === false || value === 'false') return endWhenFalse.test(plain);
  return moreWhenPositive.test(plain) && integerOf(value) === 0;
}

function findNumber(members: readonly Member[], names: RegExp): number | undefined {
  const found = members.find(([name, value]) => names.test(plainName(name)) && integerOf(value) !== undefined);
  return integerOf(found?.[1]);
}

function describePageCount(members: readonly Member[]): string | undefined {
  const [page, pages] = [findNumber(members, pageNumbers), findNumber(members, pageCounts)];
  // The first of pages that are counted from 0 may be the only one.
  return page !== undefined && pages !== undefined && Math.max(page, 1) < pages
    ? `page ${page} of ${pages}`
    : undefined;
}

/** Describes a sign of more rows, which bizctl cannot request; `undefined` if there is none. */
export function describeMore({objects}: Surroundings, headers: Headers): string | undefined {
  const members = membersOf(objects);
  const show = ([name, value]: Member) => `"${name}": ${JSON.stringify(value).slice(0, maxShownLength)}`;
  const member = members.find(saysMore);
  if (member) return show(member);
  if (/;\s*rel="?[^";]*\bnext\b/i.test(headers.get('link') ?? '')) return 'a Link header to a next page';
  const named = [...headers].map(([name, value]) => [name, name.replace(/^x-(?:pagination-)?/, ''), value] as const);
  const header = named.find(
    ([, plain, value]) => saysMore([plain, value]) || (tokens.test(plainName(plain)) && value !== ''),
  );
  if (header) return `the header ${header[0]}`;
  const told = named.map(([, plain, value]): Member => [plain, value]);
  if ([...members, ...told].some(saysEnd)) return undefined;
  const cursor = members.find(([name, value]) => cursors.test(plainName(name)) && isGiven(value));
  return cursor ? show(cursor) : (describePageCount(members) ?? describePageCount(told));
}

/** The number of rows on all pages, if the reply states it. */
export function findTotal({objects}: Surroundings, headers: Headers): number | undefined {
  const header =
    headers.get('x-total-count') ?? headers.get('x-total') ?? /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1];
  return findNumber(membersOf(objects), totals) ?? integerOf(header);
}
