import type {Season} from './assumptions.js';
import {after, before, followedBy, glued, join2, join3, join4, longest, map, optional} from './combinators.js';
import {holidayRules} from './holidays.js';
import {neverAlone, safeFollowers, seasonNames, weakNames, weekdayNumbers} from './lexicon.js';
import type {Day, Which, Year} from './nodes.js';
import {memoize, type Parser, startingLike} from './parser.js';
import {lookUp, oneOf, phrase, phrases, skip} from './word-parsers.js';
import {optionalYear, relativeYear} from './years.js';

/** "tomorrow", "day after tomorrow" and other days counted from today. */
export const offsetDay: Parser<Day> = map(
  phrases({
    today: 0,
    'tomorrow|tommorow|tomorow|tommorrow|tmrw|tmr|tmw|tomo': 1,
    yesterday: -1,
    'day after tomorrow|the day after tomorrow|day after tmrw|overmorrow': 2,
    'day before yesterday|the day before yesterday': -2,
  }),
  (days): Day => ({kind: 'offset', days, grain: 'day'}),
);

const whichWord = phrases<Which>({
  this: 'this',
  next: 'next',
  'last|past|previous|this past|this last': 'last',
  'coming|this coming|this upcoming|this next|upcoming|following': 'coming',
});

/** A weekday's number, its short forms with their point ("Mon."). */
export const weekdayName: Parser<number> = before(
  lookUp(weekdayNumbers),
  optional(
    followedBy(glued(oneOf('.')), following => following !== undefined && !following.isGlued),
    '',
  ),
);

const bareWeekday: Parser<Day> = startingLike([weekdayName], (input, at) => {
  const match = weekdayName(input, at);
  if (!match) return undefined;
  const text = input.tokens[at]?.stem ?? '';
  const value: Day = {
    kind: 'weekday',
    weekday: match.value,
    grain: 'day',
    isWeak: weakNames.has(text),
    isNeverAlone: neverAlone.has(text),
  };
  return {value, next: match.next};
});

/** "friday", "next tuesday", "the coming monday", "monday after next", "the friday before last". */
export const weekday: Parser<Day> = memoize(
  longest(
    bareWeekday,
    join3(
      skip('the'),
      whichWord,
      bareWeekday,
      // "This sun" is not a day by itself either.
      (_, which, day): Day =>
        day.kind === 'weekday'
          ? {...day, which, isWeak: false, isNeverAlone: day.isNeverAlone === true && which === 'this'}
          : day,
    ),
    join3(
      skip('the'),
      weekdayName,
      phrases<Which>({'after next': 'after next', 'before last': 'before last'}),
      (_, number, which): Day => ({kind: 'weekday', weekday: number, which, grain: 'day'}),
    ),
  ),
);

const offsets = {
  'the weekend|this weekend|coming weekend|this coming weekend|upcoming weekend': 0,
  'next weekend': 1,
  'last weekend|past weekend|this past weekend|previous weekend': -1,
  'weekend after next': 2,
  'weekend before last': -2,
};

const holidayName = phrase(...holidayRules.keys());

/** "christmas", "next thanksgiving", "easter 2027". */
export const holiday: Parser<Day> = memoize(
  longest(
    join3(after(skip('the'), optional(whichWord, undefined)), holidayName, optionalYear, toHoliday),
    join4(
      after(skip('the'), optional(whichWord, undefined)),
      holidayName,
      oneOf('weekend'),
      optionalYear,
      (which, name, _, year): Day => ({...toHoliday(which, name, year), isWeekend: true, grain: 'week'}),
    ),
    join2(relativeYear, holidayName, (year, name) => toHoliday(undefined, name, year)),
  ),
);

function toHoliday(which: Which | undefined, name: string, year: Year | undefined): Extract<Day, {kind: 'holiday'}> {
  // "Happy new year" and "the new year" name no day, "between christmas and new year" does.
  const common = {kind: 'holiday', name, grain: 'day', isNeverAlone: name === 'new year'} as const;
  return {...common, which, year};
}

const seasonName: Parser<Season> = lookUp(seasonNames);

/** "next summer", "winter 2027"; weak without either. */
export const season: Parser<Day> = followedBy(
  join3(
    after(skip('the'), optional(whichWord, undefined)),
    seasonName,
    optionalYear,
    (which, name, year): Day => ({
      kind: 'season',
      season: name,
      grain: 'season',
      isWeak: which === undefined && year === undefined,
      which,
      year,
    }),
  ),
  following => following?.kind !== 'word' || safeFollowers.has(following.text),
);

/** "this weekend", "next weekend", "the weekend after next"; weak without such a word. */
export const weekend: Parser<Day> = longest(
  join2(skip('the'), phrases(offsets), (_, offset): Day => ({kind: 'period', unit: 'weekend', offset, grain: 'week'})),
  map(oneOf('weekend'), (): Day => ({kind: 'period', unit: 'weekend', offset: 0, grain: 'week', isWeak: true})),
);
