import {amount, oneUnit} from './amounts.js';
import {after, before, join2, join3, longest, map, optional} from './combinators.js';
import {singleDay, singleMoment} from './moments.js';
import type {Day, Recurrence, Several, Time} from './nodes.js';
import {wholeNumber} from './numbers.js';
import {memoize, type Parser, startingLike} from './parser.js';
import {recurrenceCore} from './recurrence-cores.js';
import {clearTimes, freeTimes, partBehind, partPlural} from './times.js';
import {removeDays, weekdayList} from './weekday-lists.js';
import {oneOf, phrase, phrases, skip} from './word-parsers.js';
import {zoneName} from './zone-names.js';

/** A tail changes the recurrence before it; `undefined` means that it does not fit. */
type Tail = (so: Recurrence) => Recurrence | undefined;

const comma = optional(oneOf(',|-|–|('), '');
/** "9-5" needs no "at". */
const freeRange = map(freeTimes, times => (times.kind === 'range' ? times : undefined));

/** Of a span of hours only the start fits into a recurrence; the reading is not complete then. */
function withTimes(so: Recurrence, times: Several<Time>): Recurrence | undefined {
  if (so.times !== undefined) return undefined;
  if (times.kind !== 'range') return {...so, times};
  const isOfHours = so.frequency === 'HOURLY' || so.frequency === 'MINUTELY';
  return isOfHours ? undefined : {...so, times, isLossy: true};
}

const timeTail: Parser<Tail> = longest(
  join2(
    phrase('at|@|at about|at around|around|about|from|starting at|by|promptly at'),
    freeTimes,
    (_, times): Tail =>
      so =>
        withTimes(so, times),
  ),
  map(
    longest(clearTimes, freeRange),
    (times): Tail =>
      so =>
        withTimes(so, times),
  ),
  map(
    longest(partBehind, partPlural),
    (part): Tail =>
      so =>
        so.part === undefined ? {...so, part} : undefined,
  ),
  map(
    zoneName,
    (zone): Tail =>
      so =>
        so.times !== undefined && so.zone === undefined ? {...so, zone} : undefined,
  ),
);

const startTail: Parser<Tail> = join2(
  phrase(
    'starting|starting on|starting from|starting in|beginning|beginning on|beginning in',
    'commencing|commencing on|from|as of|effective|effective from|with effect from|start',
    'starts|begins|since|first on|after',
  ),
  singleMoment,
  (_, from): Tail | undefined =>
    from.strength === 'never'
      ? undefined
      : so =>
          so.from === undefined && (from.days !== undefined || so.times === undefined) ? {...so, from} : undefined,
);

const untilTail: Parser<Tail> = join2(
  phrases({
    'until|till|til|til|up to|up until|up till|to': false,
    'ending|ending on|ending in|ends|ends on|through|thru|through to|up through': true,
    'up to and including|until and including': true,
  }),
  singleMoment,
  (isThrough, found): Tail =>
    so =>
      so.until === undefined && so.count === undefined && so.length === undefined
        ? {...so, until: {moment: found, isThrough}}
        : undefined,
);

const endTail: Parser<Tail> = longest(
  untilTail,
  join2(
    phrase('for|for the next|over the next|for a total of|for the coming|for the following', 'during the next'),
    longest(amount, oneUnit),
    (_, length): Tail =>
      so =>
        so.until === undefined && so.length === undefined && so.count === undefined ? {...so, length} : undefined,
  ),
  join3(
    optional(phrase('for|for a total of|for the next|,|x'), ''),
    longest(
      wholeNumber,
      phrases({
        twice: 2,
        thrice: 3,
        once: 1,
      }),
    ),
    optional(oneOf('times|occurrences|sessions|meetings|instances|repetitions|repeats|x|time|occurrence'), ''),
    (_, count, word): Tail | undefined =>
      count < 1 || (word === '' && count !== 2)
        ? undefined
        : so =>
            so.until === undefined && so.length === undefined && so.count === undefined && count <= 1000
              ? {...so, count}
              : undefined,
  ),
);

const exceptTail: Parser<Tail> = join2(
  phrase(
    'except|except on|except for|but not|but not on|excluding|other than|apart from|but|save',
    'not on|without|minus|skipping',
  ),
  weekdayList,
  (_, days): Tail =>
    so =>
      removeDays(so, days),
);

const duringTail: Parser<Tail> = map(
  longest(
    join2(phrase('in|of|during|throughout|all through|over|within|for'), singleDay, (_, day) => day),
    singleDay,
  ),
  (day: Day): Tail | undefined =>
    day.grain === 'day'
      ? undefined
      : so =>
          so.during === undefined && so.from === undefined && so.until === undefined && so.frequency !== 'YEARLY'
            ? {...so, during: day}
            : undefined,
);

const endlessTail: Parser<Tail> = map(phrase('until further notice|indefinitely|forever'), (): Tail => so => so);

const tail: Parser<Tail> = longest(endlessTail, timeTail, startTail, endTail, exceptTail, duringTail);

/** "at 9 every monday", "starting next monday, every weekday at 9", "until june, every friday" */
const leadTail: Parser<Tail> = longest(
  before(
    map(
      after(skip('at', '@'), longest(clearTimes, freeTimes)),
      (times): Tail =>
        so =>
          withTimes(so, times),
    ),
    skip(',|on|of'),
  ),
  before(
    map(
      after(phrase('starting|starting on|beginning|beginning on|commencing|effective|from|as of'), singleMoment),
      (from): Tail =>
        so => ({...so, from}),
    ),
    skip(','),
  ),
  before(untilTail, skip(',')),
);
const led: Parser<Recurrence> = join2(leadTail, recurrenceCore, (lead, core) => lead(core));

/** "every other tuesday at 3 until june", "mondays at 9", "weekly on fridays for 5 weeks". */
export const recurrence: Parser<Recurrence> = memoize(
  startingLike([led, recurrenceCore], (input, start) => {
    const core = led(input, start) ?? recurrenceCore(input, start);
    if (!core) return undefined;
    let {value: so, next} = core;
    for (let step = 0; step < 8; step += 1) {
      const from = comma(input, next)?.next ?? next;
      const match = tail(input, from) ?? tail(input, next);
      const changed = match?.value(so);
      if (!match || !changed) break;
      so = changed;
      const isClosed = input.tokens[from - 1]?.text === '(' && input.tokens[match.next]?.text === ')';
      next = isClosed ? match.next + 1 : match.next;
    }
    return {value: so, next};
  }),
);
