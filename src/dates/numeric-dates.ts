import {after, followedBy, glued, join2, join3, join4, longest, map, optional} from './combinators.js';
import type {Day, Year} from './nodes.js';
import {digitsOfLength} from './numbers.js';
import {memoize, type Parser, token} from './parser.js';
import {numberStart} from './starts.js';
import type {Token} from './tokens.js';
import {oneOf} from './word-parsers.js';
import {fullYear, twoDigitYear} from './years.js';

const two = digitsOfLength(2);
const short = digitsOfLength(1, 2);
const mark = (text: string) => glued(oneOf(text));
/** "12/1-12/5": another date follows the hyphen. */
function isSpan(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.text === '-' && tokens[at - 2]?.text === '/' && tokens[at + 2]?.text === '/';
}

const ends = <T>(parser: Parser<T>) =>
  followedBy(parser, (following, input, at) => {
    if (following?.isGlued !== true) return true;
    const isBroken =
      /^[-/.:]$/.test(following.text) && input.tokens[at + 1]?.isGlued === true && !isSpan(input.tokens, at);
    return following.text === 't' || (following.kind === 'symbol' && !isBroken && !/^[%°]$/.test(following.text));
  });

function named(year: Year, month: number, day?: number): Day {
  return {kind: 'date', year, month, day, grain: day === undefined ? 'month' : 'day'};
}

/** `2027-03-04`, `2027/3/4`, `2027.03.04` */
const yearFirst = longest(
  ...['-', '/', '.'].map(text =>
    join4(fullYear, mark(text), glued(short), after(mark(text), glued(short)), (year, _, month, day) =>
      named(year, month, day),
    ),
  ),
);
/** `2027-03` */
const yearMonth = join3(fullYear, mark('-'), glued(two), (year, _, month) =>
  month <= 12 ? named(year, month) : undefined,
);
/** `20270304`: a number like any other unless something shows that it is a date. */
const packedDate: Parser<Day> = token(({kind, text}) => {
  const [, year, month, day] = /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  if (
    kind !== 'number' ||
    day === undefined ||
    Number(month) > 12 ||
    Number(day) > 31 ||
    Number(month) < 1 ||
    Number(day) < 1
  )
    return undefined;
  return {...named({kind: 'named', year: Number(year)}, Number(month), Number(day)), isWeak: true};
}, numberStart);
/** `2027-W10`, `2027-W10-3`, `2027W103` */
const isoWeek = longest(
  join4(
    fullYear,
    optional(mark('-'), ''),
    mark('w'),
    join2(glued(two), optional(after(mark('-'), glued(digitsOfLength(1))), 0), (week, weekday) => ({week, weekday})),
    (year, _, __, {week, weekday}): Day => ({
      kind: 'iso-week',
      year,
      week,
      weekday,
      grain: weekday === 0 ? 'week' : 'day',
    }),
  ),
  join3(
    fullYear,
    mark('w'),
    glued(digitsOfLength(3)),
    (year, _, number): Day => ({
      kind: 'iso-week',
      year,
      week: Math.floor(number / 10),
      weekday: number % 10,
      grain: 'day',
    }),
  ),
);
/** `2027-063` */
const yearDay = join3(fullYear, mark('-'), glued(digitsOfLength(3)), (year, _, day): Day | undefined =>
  year.kind === 'named' ? {kind: 'year-day', year: year.year, day, grain: 'day', isWeak: true} : undefined,
);

function numeric(text: string, isWeakWithShortYear: boolean): Parser<Day> {
  return join4(
    short,
    mark(text),
    glued(short),
    after(mark(text), glued(longest(fullYear, twoDigitYear))),
    (first, _, second, year) => ({
      kind: 'numeric',
      first,
      second,
      year,
      isDotted: text === '.',
      grain: 'day',
      isWeak: isWeakWithShortYear && year.kind === 'short',
    }),
  );
}

/** `3/4`: a fraction unless something shows that it is a date. */
const slashed: Parser<Day> = join3(short, mark('/'), glued(short), (first, _, second) => ({
  kind: 'numeric',
  first,
  second,
  isDotted: false,
  grain: 'day',
  isWeak: true,
}));
/** `3/2027` */
const monthYear: Parser<Day> = join3(short, mark('/'), glued(fullYear), (month, _, year) =>
  month >= 1 && month <= 12 ? named(year, month) : undefined,
);

/** Dates of digits alone. */
export const numericDate: Parser<Day> = memoize(
  ends(
    longest<Day>(
      yearFirst,
      yearMonth,
      packedDate,
      isoWeek,
      yearDay,
      numeric('/', false),
      numeric('.', true),
      numeric('-', true),
      slashed,
      monthYear,
    ),
  ),
);

/** `20270304T0915`, with the time left to read after the T. */
export const packedTime: Parser<{readonly hour: number; readonly minute: number; readonly second: number}> = map(
  glued(token(({kind, text}) => (kind === 'number' && /^\d{4}(?:\d\d)?$/.test(text) ? text : undefined), numberStart)),
  text => ({hour: Number(text.slice(0, 2)), minute: Number(text.slice(2, 4)), second: Number(text.slice(4, 6) || 0)}),
);
