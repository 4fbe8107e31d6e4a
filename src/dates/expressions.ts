import {amountRange, dayAmount, timeSuffix} from './amounts.js';
import {after, followedBy, join2, join3, join4, longest, map, separated} from './combinators.js';
import {counted, lead} from './counted-spans.js';
import {moment, singleMoment} from './moments.js';
import type {Expression, Moment} from './nodes.js';
import {memoize, type Parser} from './parser.js';
import {container} from './periods.js';
import {recurrence} from './recurrences.js';
import {listJoint, oneOf, phrase, phrases, rangeJoint, skip} from './word-parsers.js';

const usable = map(moment, found => (found.strength === 'never' ? undefined : found));
const isSingle = ({days, times}: Moment) => days?.kind !== 'range' && times?.kind !== 'range';
const single: Parser<Expression> = map(usable, (found): Expression => ({kind: 'moment', moment: found}));

function toRange(from: Moment, to: Moment): Expression | undefined {
  const isVague = from.strength === 'never' && to.strength === 'never';
  const isList =
    from.days?.kind === 'list' || to.days?.kind === 'list' || from.times?.kind === 'list' || to.times?.kind === 'list';
  return isVague || isList ? undefined : {kind: 'range', from, to};
}

/** "friday 10pm to saturday 2am", "between now and the end of the month". */
const range: Parser<Expression> = longest(
  join3(after(skip('from|starting|starting from'), singleMoment), rangeJoint, singleMoment, (from, _, to) =>
    toRange(from, to),
  ),
  join3(after(oneOf('between'), singleMoment), oneOf('and|&'), singleMoment, (from, _, to) => toRange(from, to)),
);

/** "monday at 3pm or wednesday at 4pm" */
const list: Parser<Expression> = map(separated(usable, listJoint, 12), (moments): Expression | undefined =>
  moments.length > 1 && moments.every(isSingle) ? {kind: 'list', moments} : undefined,
);

const since: Parser<Expression> = join2(phrase('since|ever since'), singleMoment, (_, from): Expression | undefined =>
  isSingle(from) ? {kind: 'since', from} : undefined,
);

/** "the rest of the week", "year to date", "ytd". */
const span: Parser<Expression> = longest(
  join2(
    phrase('the rest of|rest of|the remainder of|remainder of|for the rest of'),
    container,
    (_, of): Expression | undefined => (of.grain === 'day' ? undefined : {kind: 'span', of, part: 'rest'}),
  ),
  map(
    phrases({
      'year to date|ytd|so far this year': 'year',
      'quarter to date|qtd|so far this quarter': 'quarter',
      'month to date|mtd|so far this month': 'month',
      'week to date|wtd|so far this week': 'week',
    } as const),
    (name): Expression => ({kind: 'span', of: {kind: 'period', unit: name, offset: 0, grain: name}, part: 'to date'}),
  ),
);

/** "in 2 to 3 weeks", "5-10 minutes ago" */
const shiftRange: Parser<Expression> = longest(
  followedBy(
    join3(
      phrase('in|within'),
      amountRange,
      timeSuffix,
      (_, [from, to]): Expression => ({kind: 'shift-range', from, to, sign: 1}),
    ),
    following => following?.text !== 'of',
  ),
  join2(
    amountRange,
    phrases<1 | -1>({
      ago: -1,
      'from now|hence': 1,
    }),
    ([from, to], sign): Expression => ({
      kind: 'shift-range',
      from,
      to,
      sign,
    }),
  ),
);

/** "the first 3 days of june", "last 2 weeks of the year" */
const slice: Parser<Expression> = join4(
  after(
    lead,
    map(oneOf('first|last'), text => (text === 'first' ? 'first' : 'last')),
  ),
  dayAmount,
  oneOf('of|in'),
  container,
  (edge, length, _, of): Expression | undefined =>
    of.grain === 'day' ? undefined : {kind: 'slice', amount: length, edge, of},
);

const recurring = map(recurrence, (found): Expression => ({kind: 'recurrence', recurrence: found}));

/** Everything that a stretch of text may mean, the longest reading of it. */
export const expression: Parser<Expression> = memoize(
  longest<Expression>(recurring, single, range, list, counted, since, span, shiftRange, slice),
);
