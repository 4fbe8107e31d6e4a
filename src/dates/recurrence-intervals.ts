import {amount, oneAndAHalf} from './amounts.js';
import {join2, join3, longest} from './combinators.js';
import type {Unit} from './lexicon.js';
import {amountOf, type Recurrence} from './nodes.js';
import {type Parser, startingLike} from './parser.js';
import {every, fromAmount, recur, step} from './recurrence-words.js';
import {oneOf, phrase, phrases} from './word-parsers.js';

export const everyAmount: Parser<Recurrence> = join2(every, longest(amount, oneAndAHalf), (_, length) =>
  fromAmount(length),
);
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
export const everyUnit: Parser<Recurrence> = join3(every, step, unitAlone, (_, {interval}, unit) =>
  fromAmount(amountOf(interval, unit)),
);
export const fortnight = join2(every, oneOf('fortnight'), () => recur('WEEKLY', 2, [], false));
export const once = join2(phrase('once a|once per|one time a|once an'), unitAlone, (_, unit) =>
  fromAmount(amountOf(1, unit)),
);

const determiners = new Set(
  'a an the our my your his her their its this that new next last first latest current regular twice thrice times semi bi'.split(
    ' ',
  ),
);
const adverbs = phrases<Recurrence>({
  hourly: recur('HOURLY', 1, [], false),
  daily: recur('DAILY', 1, [], false),
  nightly: recur('DAILY', 1, [], false, {part: 'night'}),
  weekly: recur('WEEKLY', 1, [], false),
  'fortnightly|biweekly|bi weekly': recur('WEEKLY', 2, [], false),
  monthly: recur('MONTHLY', 1, [], false),
  quarterly: recur('MONTHLY', 3, [], false),
  'semi annually|semiannually|half yearly': recur('MONTHLY', 6, [], false),
  'yearly|annually': recur('YEARLY', 1, [], false),
});
const afterAdverb = new Set(
  'on at until till through from for starting beginning except in every and if unless please , . ; ! ? )'.split(' '),
);
/** "we meet weekly" recurs, "our weekly report" does not. */
export const adverb: Parser<Recurrence> = startingLike([adverbs], (input, at) => {
  const match = adverbs(input, at);
  const lead = input.tokens[at - 1]?.text ?? '';
  const following = input.tokens[match?.next ?? at];
  if (!match || determiners.has(lead)) return undefined;
  const isFree =
    following === undefined ||
    afterAdverb.has(following.text) ||
    following.kind === 'number' ||
    following.kind === 'ordinal' ||
    weekdayStart(following.text);
  return isFree ? match : undefined;
});
function weekdayStart(text: string): boolean {
  return /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/.test(text);
}
