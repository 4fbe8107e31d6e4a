import {amount, timeSuffix} from './amounts.js';
import {followedBy, join2, join3, longest} from './combinators.js';
import {type Amount, amountOf, type Day, shifted} from './nodes.js';
import {like, type Parser} from './parser.js';
import {namedPeriod} from './periods.js';
import {phrase, phrases} from './word-parsers.js';

const isNotOf = <T>(parser: Parser<T>) =>
  followedBy(parser, following => !/^(?:of|a|an|per)$/.test(following?.text ?? ''));

const inWord = phrase('in|in about|after|in exactly|in just|in only|in roughly|in around', 'in approximately');

const weakShift = phrases<1 | -1>({later: 1, earlier: -1});

/**
 * After another date, as in "friday, 2 days later", such a phrase counts from that date rather than from now, unless
 * that one is such a phrase as well.
 */
const notListed = <T>(parser: Parser<T>): Parser<T> =>
  like(parser, (input, at) => {
    const [other, link] = [input.tokens[at - 2], input.tokens[at - 1]].map(token => token?.text ?? '');
    const isListed = /^(?:,|and|&|or)$/.test(link ?? '') && !/^(?:later|earlier|back|ago|now)$/.test(other ?? '');
    return isListed ? undefined : parser(input, at);
  });

const nowShift = phrases<1 | -1>({
  'ago|ago today|before today|prior to today': -1,
  'from now|from right now|from today|after today|hence|time from now': 1,
});

const weakly = (length: Amount, sign: 1 | -1): Day => ({...shifted(length, sign), isWeak: true});

/** "in three days", "two weeks ago", "3 months later". */
export const fromNow: Parser<Day> = longest(
  isNotOf(join3(inWord, amount, timeSuffix, (_, length) => shifted(length, 1))),
  join2(amount, nowShift, shifted),
  // "this day next week"
  join2(phrase('this day|the same day|same day'), namedPeriod, (_, period): Day | undefined =>
    period.kind === 'period' && period.offset !== 0 && period.unit !== 'weekend'
      ? shifted(amountOf(Math.abs(period.offset), period.unit), period.offset > 0 ? 1 : -1)
      : undefined,
  ),
  notListed(join2(amount, weakShift, weakly)),
  join2(amount, phrases<1 | -1>({'back|before now': -1}), weakly),
);
