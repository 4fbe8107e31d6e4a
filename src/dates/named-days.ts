import type {Season} from './assumptions.js';
import {
  after,
  before,
  followedBy,
  glued,
  join3,
  longest,
  map,
  oneOf,
  optional,
  type Parser,
  phrase,
  phrases,
  skip,
  token,
} from './combinators.js';
import {holidayRules} from './holidays.js';
import {neverAlone, safeFollowers, seasonNames, weakNames, weekdayNumbers} from './lexicon.js';
import type {Day, Which} from './nodes.js';
import {yearBehind} from './years.js';

/** "tomorrow", "day after tomorrow" and other days counted from today. */
export const offsetDay: Parser<Day> = map(
  phrases({
    today: 0,
    tomorrow: 1,
    tommorow: 1,
    tomorow: 1,
    tommorrow: 1,
    tmrw: 1,
    tmr: 1,
    tmw: 1,
    tomo: 1,
    yesterday: -1,
    'day after tomorrow': 2,
    'the day after tomorrow': 2,
    'day after tmrw': 2,
    overmorrow: 2,
    'day before yesterday': -2,
    'the day before yesterday': -2,
  }),
  (days): Day => ({kind: 'offset', days, grain: 'day'}),
);

export const whichWord = phrases<Which>({
  this: 'this',
  next: 'next',
  last: 'last',
  past: 'last',
  previous: 'last',
  'this past': 'last',
  'this last': 'last',
  coming: 'coming',
  'this coming': 'coming',
  'this upcoming': 'coming',
  'this next': 'coming',
  upcoming: 'coming',
  following: 'coming',
});

/** A weekday's number, its short forms with their point ("Mon."). */
export const weekdayName: Parser<number> = before(
  token(({kind, text, stem}) =>
    kind === 'word' && (text === stem || weekdayNumbers.has(stem)) ? weekdayNumbers.get(stem) : undefined,
  ),
  optional(
    followedBy(glued(oneOf('.')), following => following !== undefined && !following.isGlued),
    '',
  ),
);

const bareWeekday: Parser<Day> = (input, at) => {
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
};

/** "friday", "next tuesday", "the coming monday", "monday after next", "the friday before last". */
export const weekday: Parser<Day> = longest(
  bareWeekday,
  join3(
    skip('the'),
    whichWord,
    weekdayName,
    (_, which, number): Day => ({
      kind: 'weekday',
      weekday: number,
      which,
      grain: 'day',
    }),
  ),
  join3(
    skip('the'),
    weekdayName,
    phrases<Which>({'after next': 'after next', 'before last': 'before last', next: 'next', last: 'last'}),
    (_, number, which): Day => ({kind: 'weekday', weekday: number, which, grain: 'day'}),
  ),
);

const holidayName = phrase(...holidayRules.keys());
const optionalYear = optional(yearBehind, undefined);

/** "christmas", "next thanksgiving", "easter 2027". */
export const holiday: Parser<Day> = join3(
  after(skip('the'), optional(whichWord, undefined)),
  holidayName,
  optionalYear,
  (which, name, year): Day => ({
    kind: 'holiday',
    name,
    grain: 'day',
    ...(which === undefined ? {} : {which}),
    ...(year === undefined ? {} : {year}),
  }),
);

const seasonName: Parser<Season> = token(({stem}) => seasonNames.get(stem));

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
      ...(which === undefined ? {} : {which}),
      ...(year === undefined ? {} : {year}),
    }),
  ),
  following => following?.kind !== 'word' || safeFollowers.has(following.text),
);

/** "this weekend", "next weekend", "the weekend after next". */
export const weekend: Parser<Day> = map(
  after(
    skip('the'),
    phrases({
      'this weekend': 0,
      weekend: 0,
      'coming weekend': 0,
      'this coming weekend': 0,
      'upcoming weekend': 0,
      'next weekend': 1,
      'last weekend': -1,
      'past weekend': -1,
      'this past weekend': -1,
      'previous weekend': -1,
      'weekend after next': 2,
      'weekend before last': -2,
    }),
  ),
  (offset): Day => ({kind: 'period', unit: 'weekend', offset, grain: 'week'}),
);
