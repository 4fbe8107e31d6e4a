import {amount, oneUnit} from './amounts.js';
import {after, before, join2, join3, longest, map, optional} from './combinators.js';
import {singleDay, singleMoment} from './moments.js';
import type {Recurrence, Time} from './nodes.js';
import {wholeNumber} from './numbers.js';
import {memoize, type Parser, startingLike} from './parser.js';
import {adverb, everyAmount, everyUnit, fortnight, once} from './recurrence-intervals.js';
import {monthlyOn, ofMonthly} from './recurrence-months.js';
import {quarterly} from './recurrence-quarters.js';
import {everyPart, onWeekdays} from './recurrence-weeks.js';
import {onYear} from './recurrence-years.js';
import type {Several} from './several.js';
import {clearTimes, freeTimes, partBehind, partPlural} from './times.js';
import {removeDays, weekdayList} from './weekday-lists.js';
import {oneOf, phrase, phrases, skip} from './word-parsers.js';
import {zoneName} from './zone-names.js';

/** A tail changes the recurrence before it; `undefined` means that it does not fit. */
type Tail = (rule: Recurrence) => Recurrence | undefined;

function tailOf<T>(parser: Parser<T>, change: (rule: Recurrence, found: T) => Recurrence | undefined): Parser<Tail> {
  return map(
    parser,
    (found): Tail =>
      rule =>
        change(rule, found),
  );
}

/** The rule without its times, beginning and end. */
const core: Parser<Recurrence> = memoize(
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

const comma = optional(oneOf(',|-|–|('), '');
/** "9-5" needs no "at". */
const freeRange = map(freeTimes, times => (times.kind === 'range' ? times : undefined));

/** A recurrence keeps only the start of a time range, so the reading is incomplete. */
function withTimes(rule: Recurrence, times: Several<Time>): Recurrence | undefined {
  if (rule.times !== undefined) return undefined;
  if (times.kind !== 'range') return {...rule, times};
  const isOfHours = rule.frequency === 'HOURLY' || rule.frequency === 'MINUTELY';
  return isOfHours ? undefined : {...rule, times, isLossy: true};
}

const timeTail: Parser<Tail> = longest(
  tailOf(after(phrase('at|@|at about|at around|around|about|from|starting at|by|promptly at'), freeTimes), withTimes),
  tailOf(longest(clearTimes, freeRange), withTimes),
  tailOf(longest(partBehind, partPlural), (rule, part) => (rule.part === undefined ? {...rule, part} : undefined)),
  tailOf(zoneName, (rule, zone) => (rule.times !== undefined && rule.zone === undefined ? {...rule, zone} : undefined)),
);

const start = map(singleMoment, found => (found.strength === 'never' ? undefined : found));
const startTail = tailOf(
  after(
    phrase(
      'starting|starting on|starting from|starting in|beginning|beginning on|beginning in',
      'commencing|commencing on|from|as of|effective|effective from|with effect from|start',
      'starts|begins|since|first on|after',
    ),
    start,
  ),
  (rule, from) =>
    rule.from === undefined && (from.days !== undefined || rule.times === undefined) ? {...rule, from} : undefined,
);

function hasEnd({until, count, length}: Recurrence): boolean {
  return until !== undefined || count !== undefined || length !== undefined;
}

const until = join2(
  phrases({
    'until|till|til|til|up to|up until|up till|to': false,
    'ending|ending on|ending in|ends|ends on|through|thru|through to|up through': true,
    'up to and including|until and including': true,
  }),
  singleMoment,
  (isThrough, moment) => ({moment, isThrough}),
);
const untilTail = tailOf(until, (rule, found) => (hasEnd(rule) ? undefined : {...rule, until: found}));

/** "5 times", "x 5", "twice"; not a bare number. */
const repetitions = join3(
  optional(phrase('for|for a total of|for the next|,|x'), ''),
  longest(wholeNumber, phrases({twice: 2, thrice: 3, once: 1})),
  optional(oneOf('times|occurrences|sessions|meetings|instances|repetitions|repeats|x|time|occurrence'), ''),
  (_, count, word) => (count < 1 || count > 1000 || (word === '' && count !== 2) ? undefined : count),
);

const endTail: Parser<Tail> = longest(
  untilTail,
  tailOf(
    after(
      phrase('for|for the next|over the next|for a total of|for the coming|for the following|during the next'),
      longest(amount, oneUnit),
    ),
    (rule, length) => (hasEnd(rule) ? undefined : {...rule, length}),
  ),
  tailOf(repetitions, (rule, count) => (hasEnd(rule) ? undefined : {...rule, count})),
);

const exceptTail = tailOf(
  after(
    phrase(
      'except|except on|except for|but not|but not on|excluding|other than|apart from|but|save',
      'not on|without|minus|skipping',
    ),
    weekdayList,
  ),
  removeDays,
);

const duringTail = tailOf(
  longest(after(phrase('in|of|during|throughout|all through|over|within|for'), singleDay), singleDay),
  (rule, during) => {
    const isFree =
      rule.during === undefined && rule.from === undefined && rule.until === undefined && rule.frequency !== 'YEARLY';
    return isFree && during.grain !== 'day' ? {...rule, during} : undefined;
  },
);

const endlessTail = tailOf(phrase('until further notice|indefinitely|forever'), rule => rule);

const tail: Parser<Tail> = longest(endlessTail, timeTail, startTail, endTail, exceptTail, duringTail);

/** "at 9 every monday", "starting next monday, every weekday at 9", "until june, every friday" */
const lead: Parser<Tail> = longest(
  before(tailOf(after(skip('at', '@'), longest(clearTimes, freeTimes)), withTimes), skip(',|on|of')),
  before(
    tailOf(
      after(phrase('starting|starting on|beginning|beginning on|commencing|effective|from|as of'), singleMoment),
      (rule, from) => ({...rule, from}),
    ),
    skip(','),
  ),
  before(untilTail, skip(',')),
);
const led: Parser<Recurrence> = join2(lead, core, (change, rule) => change(rule));

/** "every other tuesday at 3 until june", "mondays at 9", "weekly on fridays for 5 weeks". */
export const recurrence: Parser<Recurrence> = memoize(
  startingLike([led, core], (input, at) => {
    const first = led(input, at) ?? core(input, at);
    if (!first) return undefined;
    let {value: rule, next} = first;
    for (let step = 0; step < 8; step += 1) {
      const from = comma(input, next)?.next ?? next;
      const match = tail(input, from) ?? tail(input, next);
      const changed = match?.value(rule);
      if (!match || !changed) break;
      rule = changed;
      const isClosed = input.tokens[from - 1]?.text === '(' && input.tokens[match.next]?.text === ')';
      next = isClosed ? match.next + 1 : match.next;
    }
    return {value: rule, next};
  }),
);
