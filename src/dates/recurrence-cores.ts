import {amount, oneAndAHalf} from './amounts.js';
import type {Part} from './assumptions.js';
import {
  after,
  before,
  followedBy,
  join2,
  join3,
  join4,
  longest,
  lookUp,
  map,
  memoize,
  nothing,
  oneOf,
  optional,
  type Parser,
  phrase,
  phrases,
  separated,
  skip,
  startingLike,
} from './combinators.js';
import {holidayRules} from './holidays.js';
import {monthNumbers, safeFollowers, type Unit, weekdayNumbers} from './lexicon.js';
import {weekdayName} from './named-days.js';
import type {Amount, Recurrence} from './nodes.js';
import {digitOrdinal, ordinal, position, spelledOrdinal, wholeNumber} from './numbers.js';
import {partName, partPlural} from './times.js';
import {dayGroup, pluralList, toCodes, weekdayCodes, weekdayList} from './weekday-lists.js';
import {listJoint, monthDay} from './written-dates.js';

type Frequency = Recurrence['frequency'];

function recur(
  frequency: Frequency,
  interval: number,
  parts: readonly string[],
  isDayNamed: boolean,
  more: Partial<Recurrence> = {},
): Recurrence {
  return {frequency, interval, parts, isDayNamed, ...more};
}

function weekly(days: readonly number[], interval = 1, more: Partial<Recurrence> = {}): Recurrence {
  return recur('WEEKLY', interval, [`BYDAY=${toCodes(days).join(',')}`], true, more);
}

const every = phrase(
  'every|each|once every|once each|each and every|every single|repeat every|repeats every',
  'on every|on each|in every|in each|of every|every one of the',
);
const other = map(oneOf('other|alternate|second|alternating'), text => ({
  interval: 2,
  isEverySecond: text === 'second',
}));
const nthInterval = map(ordinal, interval => ({interval, isEverySecond: true}));
const step = longest(
  other,
  nthInterval,
  map(nothing, () => ({interval: 1, isEverySecond: false})),
);

const frequencies: Partial<Record<Unit, readonly [Frequency, number]>> = {
  minute: ['MINUTELY', 1],
  hour: ['HOURLY', 1],
  day: ['DAILY', 1],
  week: ['WEEKLY', 1],
  month: ['MONTHLY', 1],
  quarter: ['MONTHLY', 3],
  half: ['MONTHLY', 6],
  year: ['YEARLY', 1],
};

/** One unit of an RFC 5545 frequency with how many of it; whole hours and half ones become minutes. */
function fromAmount({parts}: Amount): Recurrence | undefined {
  const [first, second, third] = parts;
  if (!first || third || first.count === 0) return undefined;
  if (second)
    return first.unit === 'hour' && second.unit === 'minute'
      ? recur('MINUTELY', first.count * 60 + second.count, [], false)
      : undefined;
  const [frequency, times] = frequencies[first.unit] ?? [];
  return frequency === undefined || times === undefined ? undefined : recur(frequency, first.count * times, [], false);
}

const everyAmount: Parser<Recurrence> = join2(every, longest(amount, oneAndAHalf), (_, length) => fromAmount(length));
const unitAlone = phrases<Unit>({
  minute: 'minute',
  hour: 'hour',
  day: 'day',
  week: 'week',
  month: 'month',
  quarter: 'quarter',
  'half year': 'half',
  year: 'year',
});
const everyUnit: Parser<Recurrence> = join3(every, step, unitAlone, (_, {interval}, unit) =>
  interval === 0 ? undefined : fromAmount({parts: [{count: interval, unit}]}),
);
const fortnight = join2(every, oneOf('fortnight'), () => recur('WEEKLY', 2, [], false));
const once = join2(phrase('once a|once per|one time a|once an'), unitAlone, (_, unit) =>
  fromAmount({parts: [{count: 1, unit}]}),
);

const determiners = new Set(
  'a an the our my your his her their its this that new next last first latest current regular'.split(' '),
);
const adverbs = phrases<Recurrence>({
  hourly: recur('HOURLY', 1, [], false),
  daily: recur('DAILY', 1, [], false),
  nightly: recur('DAILY', 1, [], false, {part: 'night'}),
  weekly: recur('WEEKLY', 1, [], false),
  fortnightly: recur('WEEKLY', 2, [], false),
  biweekly: recur('WEEKLY', 2, [], false),
  'bi weekly': recur('WEEKLY', 2, [], false),
  monthly: recur('MONTHLY', 1, [], false),
  quarterly: recur('MONTHLY', 3, [], false),
  'semi annually': recur('MONTHLY', 6, [], false),
  semiannually: recur('MONTHLY', 6, [], false),
  'half yearly': recur('MONTHLY', 6, [], false),
  yearly: recur('YEARLY', 1, [], false),
  annually: recur('YEARLY', 1, [], false),
});
const afterAdverb = new Set(
  'on at until till through from for starting beginning except in every and , . ; ! ? )'.split(' '),
);
/** "we meet weekly" recurs, "our weekly report" does not. */
const adverb: Parser<Recurrence> = startingLike([adverbs], (input, at) => {
  const match = adverbs(input, at);
  const lead = input.tokens[at - 1]?.text ?? '';
  const following = input.tokens[match?.next ?? at];
  if (!match || determiners.has(lead)) return undefined;
  const isFree =
    following === undefined ||
    afterAdverb.has(following.text) ||
    following.kind === 'number' ||
    weekdayStart(following.text);
  return isFree ? match : undefined;
});
function weekdayStart(text: string): boolean {
  return /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/.test(text);
}

const ofMonth = phrase(
  'of the month|of every month|of each month|in every month|in each month|of a month',
  'each month|every month|of month|in the month|monthly|in a month',
);
const ofEveryMonth = phrase(
  'of every month|of each month|in every month|in each month|each month|every month',
  'of a month|monthly|in a month',
);
const ofQuarter = phrase('of every quarter|of each quarter|each quarter|every quarter|in each quarter');
const positions = separated(position, after(listJoint, skip('the')), 5);

function nthParts(ordinals: readonly number[], days: readonly number[]): readonly string[] {
  return [`BYDAY=${ordinals.flatMap(one => toCodes(days).map(code => `${one}${code}`)).join(',')}`];
}

const weekdayOrGroup = longest(
  map(separated(weekdayName, listJoint, 7), days => days),
  dayGroup,
);
function nth(ordinals: readonly number[], days: readonly number[]): Recurrence | undefined {
  if (ordinals.some(one => one === 0 || one > 5)) return undefined;
  const isGroup = days.length === 5 || (days.length === 2 && days.includes(6) && days.includes(7));
  if (isGroup) return recur('MONTHLY', 1, [`BYDAY=${toCodes(days).join(',')}`, `BYSETPOS=${ordinals.join(',')}`], true);
  return recur('MONTHLY', 1, nthParts(ordinals, days), true);
}
const monthEdge = phrases({day: 1});
function nthDays(ordinals: readonly number[]): Recurrence | undefined {
  return ordinals.some(one => one === 0 || one > 31)
    ? undefined
    : recur('MONTHLY', 1, [`BYMONTHDAY=${ordinals.join(',')}`], true);
}

/** "the first monday of every month", "every last friday", "the 15th of each month", "every month on the last friday". */
const ofMonthly: Parser<Recurrence> = longest(
  join4(skip('the|on the|on'), positions, weekdayOrGroup, ofEveryMonth, (_, ordinals, days) => nth(ordinals, days)),
  join4(after(every, skip('the')), positions, weekdayOrGroup, ofMonth, (_, ordinals, days) => nth(ordinals, days)),
  join3(
    every,
    map(position, one => (one === 1 || one < 0 ? one : undefined)),
    weekdayOrGroup,
    (_, one, days) => nth([one], days),
  ),
  join4(skip('the|on the|on'), positions, monthEdge, ofEveryMonth, (_, ordinals) => nthDays(ordinals)),
  join4(after(every, skip('the')), positions, monthEdge, ofMonth, (_, ordinals) => nthDays(ordinals)),
  join3(skip('the|on the|on'), positions, ofEveryMonth, (_, ordinals) => nthDays(ordinals)),
  join3(
    after(every, skip('the')),
    separated(longest(digitOrdinal, spelledOrdinal), after(listJoint, skip('the')), 31),
    ofMonth,
    (_, ordinals) => nthDays(ordinals),
  ),
  join2(after(every, after(skip('the'), positions)), weekdayOrGroup, (ordinals, days) =>
    ordinals.length > 1 ? nth(ordinals, days) : undefined,
  ),
  // "every 15th" without a month; a spelled ordinal would count ("every second day").
  followedBy(
    join3(every, skip('the'), separated(digitOrdinal, after(listJoint, skip('the')), 31), (_, __, ordinals) =>
      nthDays(ordinals),
    ),
    following =>
      following === undefined ||
      following.kind === 'symbol' ||
      (safeFollowers.has(following.text) && !weekdayNumbers.has(following.text)),
  ),
  join3(phrase('the end|end|month end'), oneOf('of'), longest(phrase('every month|each month')), () =>
    recur('MONTHLY', 1, ['BYMONTHDAY=-1'], true),
  ),
  join3(phrase('the start|start|the beginning|beginning'), oneOf('of'), longest(phrase('every month|each month')), () =>
    recur('MONTHLY', 1, ['BYMONTHDAY=1'], true),
  ),
  join2(every, phrase('month end|end of month|end of the month'), () => recur('MONTHLY', 1, ['BYMONTHDAY=-1'], true)),
);
const everyMonths = longest(
  before(
    map(
      join3(every, step, oneOf('month|months'), (_, {interval}) => interval),
      interval => interval,
    ),
    nothing,
  ),
  join3(every, wholeNumber, oneOf('months'), (_, interval) => interval),
  map(oneOf('monthly'), () => 1),
  map(phrase('once a month'), () => 1),
);
const theDay = optional(oneOf('day'), '');
/** "every month on the last friday", "every 2 months on the 15th", "monthly on the 1st and 15th" */
const monthlyOn: Parser<Recurrence> = longest(
  join4(
    everyMonths,
    skip(',|on|, on'),
    after(skip('the|on the'), positions),
    weekdayOrGroup,
    (interval, _, ordinals, days) => {
      const found = nth(ordinals, days);
      return found && interval > 0 ? {...found, interval} : undefined;
    },
  ),
  join4(
    everyMonths,
    skip(',|on|, on'),
    after(skip('the|on the|day'), longest(positions, separated(onlyDay(), listJoint, 31))),
    theDay,
    (interval, _, ordinals) => {
      const found = nthDays(ordinals);
      return found && interval > 0 ? {...found, interval} : undefined;
    },
  ),
);
function onlyDay(): Parser<number> {
  return followedBy(
    map(wholeNumber, day => (day >= 1 && day <= 31 ? day : undefined)),
    following =>
      following?.kind !== 'number' &&
      !/^(?:times|x|am|pm|:|days|weeks|months|years|minutes|hours|occurrences)$/.test(following?.text ?? ''),
  );
}

const quarterly: Parser<Recurrence> = longest(
  join4(skip('the|on the|every'), position, weekdayName, ofQuarter, (_, one, day) =>
    one > 0 && one <= 5
      ? recur('YEARLY', 1, ['BYMONTH=1,4,7,10', `BYDAY=${one}${weekdayCodes[day - 1]}`], true)
      : one === -1
        ? recur('YEARLY', 1, ['BYMONTH=3,6,9,12', `BYDAY=-1${weekdayCodes[day - 1]}`], true)
        : undefined,
  ),
  join4(skip('the|on the|every'), position, oneOf('day'), ofQuarter, (_, one) =>
    one === 1
      ? recur('YEARLY', 1, ['BYMONTH=1,4,7,10', 'BYMONTHDAY=1'], true)
      : one === -1
        ? recur('YEARLY', 1, ['BYMONTH=3,6,9,12', 'BYMONTHDAY=-1'], true)
        : undefined,
  ),
);

const month = lookUp(monthNumbers);
function yearly(months: readonly number[], parts: readonly string[], isDayNamed = true): Recurrence {
  return recur('YEARLY', 1, [`BYMONTH=${months.join(',')}`, ...parts], isDayNamed);
}
const longMonths = [0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
function onDates({
  month: number,
  days,
}: {
  readonly month: number;
  readonly days: readonly number[];
}): Recurrence | undefined {
  return days.every(day => day >= 1 && day <= (longMonths[number] ?? 0))
    ? yearly([number], [`BYMONTHDAY=${days.join(',')}`])
    : undefined;
}
const everyYear = longest(phrase('every year|each year|yearly|annually|once a year|every single year'));
const inMonth = after(skip('of|in'), month);
const yearlyDay: Parser<Recurrence> = longest(
  map(after(skip('the|on the|on'), monthDay), onDates),
  join4(skip('the|on the'), position, weekdayName, inMonth, (_, one, day, number) =>
    one !== 0 && one <= 5 ? yearly([number], [`BYDAY=${one}${weekdayCodes[day - 1]}`]) : undefined,
  ),
  join4(skip('the|on the'), position, oneOf('day'), inMonth, (_, one, __, number) =>
    yearly([number], [`BYMONTHDAY=${one}`]),
  ),
  map(after(skip('the|on'), phrase(...holidayRules.keys())), onHoliday),
);
function onHoliday(name: string): Recurrence | undefined {
  const rule = holidayRules.get(name);
  if (rule?.kind === 'fixed') return yearly([rule.month], [`BYMONTHDAY=${rule.day}`]);
  return rule?.kind === 'weekday' && rule.plus === 0
    ? yearly([rule.month], [`BYDAY=${rule.ordinal}${weekdayCodes[rule.weekday - 1]}`])
    : undefined;
}
const isFreeMonth = (parser: Parser<readonly number[]>) =>
  followedBy(
    parser,
    following => following === undefined || following.kind === 'symbol' || safeFollowers.has(following.text),
  );

/** "every july 4th", "every year on march 3", "each christmas", "every june". */
const onYear: Parser<Recurrence> = longest(
  join2(every, yearlyDay, (_, found) => found),
  join3(everyYear, skip('on|on the|,|in'), yearlyDay, (_, __, found) => found),
  join2(before(yearlyDay, skip(',')), everyYear, found => found),
  join2(every, isFreeMonth(separated(month, listJoint, 12)), (_, months) => yearly(months, ['BYMONTHDAY=1'], false)),
  join3(everyYear, oneOf('in'), isFreeMonth(separated(month, listJoint, 12)), (_, __, months) =>
    yearly(months, ['BYMONTHDAY=1'], false),
  ),
);

const weekStep = longest(
  join3(every, step, oneOf('week|weeks'), (_, {interval}) => interval),
  join3(every, wholeNumber, oneOf('weeks|week|wks'), (_, interval) => interval),
  map(phrase('every fortnight|fortnightly|biweekly|bi weekly'), () => 2),
  map(phrase('weekly|once a week|once per week'), () => 1),
);
const onDays = longest(weekdayList, pluralList);
/** "every friday", "every other tuesday", "every 2 weeks on mon and thu", "weekly on fridays", "mondays". */
const onWeekdays: Parser<Recurrence> = longest(
  join2(every, onDays, (_, days) => weekly(days)),
  join3(every, longest(other, nthInterval), weekdayList, (_, {interval, isEverySecond}, days) =>
    interval > 0 && interval <= 52 && (days.length === 1 || !isEverySecond || interval === 2)
      ? weekly(days, interval, {isEverySecond})
      : undefined,
  ),
  join4(weekStep, skip(',|on|, on|every|on every'), skip('the'), onDays, (interval, _, __, days) =>
    interval > 0 ? weekly(days, interval) : undefined,
  ),
  join2(phrase('alternate|every other|alternating'), onDays, (_, days) => weekly(days, 2)),
  map(after(skip('on|all|every'), pluralList), days => weekly(days)),
  join2(skip('on|every'), weekdayPart(), (_, {days, part}) => weekly(days, 1, {part})),
);

function weekdayPart(): Parser<{readonly days: readonly number[]; readonly part: Part}> {
  const days = longest(
    map(separated(weekdayName, listJoint, 7), list => list),
    dayGroup,
  );
  return join2(days, partPlural, (list, part) => ({days: list, part}));
}

const everyPart: Parser<Recurrence> = longest(
  join2(every, partName, (_, part) => recur('DAILY', 1, [], false, {part})),
  join3(every, onDays, partName, (_, days, part) => weekly(days, 1, {part})),
  join3(every, after(oneOf('other'), partName), nothing, (_, part) => recur('DAILY', 2, [], false, {part})),
);

/** What recurs, without its times, beginning and end. */
export const recurrenceCore: Parser<Recurrence> = memoize(
  longest<Recurrence>(
    ofMonthly,
    monthlyOn,
    quarterly,
    onYear,
    onWeekdays,
    everyPart,
    everyAmount,
    everyUnit,
    fortnight,
    once,
    adverb,
  ),
);
