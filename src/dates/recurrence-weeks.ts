import {after, join2, join3, join4, longest, map, separated} from './combinators.js';
import {weekdayName} from './named-days.js';
import type {Recurrence} from './nodes.js';
import {wholeNumber} from './numbers.js';
import type {Parser} from './parser.js';
import {every, nthInterval, other, recur, step, weekly} from './recurrence-words.js';
import {partName, partPlural} from './times.js';
import {dayGroup, pluralList, weekdayList} from './weekday-lists.js';
import {listJoint, oneOf, phrase, skip} from './word-parsers.js';

const weekStep = longest(
  join3(every, step, oneOf('week|weeks'), (_, {interval}) => interval),
  join3(every, wholeNumber, oneOf('weeks|week|wks'), (_, interval) => interval),
  map(phrase('every fortnight|fortnightly|biweekly|bi weekly'), () => 2),
  map(phrase('weekly|once a week|once per week'), () => 1),
);
const onDays = longest(weekdayList, pluralList);
const partDays = longest(separated(weekdayName, listJoint, 7), dayGroup);
/** "every friday", "every other tuesday", "every 2 weeks on mon and thu", "weekly on fridays", "mondays". */
export const onWeekdays: Parser<Recurrence> = longest(
  join2(every, onDays, (_, days) => weekly(days)),
  join3(every, longest(other, nthInterval), weekdayList, (_, {interval, isEverySecond}, days) =>
    interval <= 52 && (days.length === 1 || !isEverySecond || interval === 2)
      ? weekly(days, interval, {isEverySecond})
      : undefined,
  ),
  join4(weekStep, skip(',|on|, on|every|on every'), skip('the'), onDays, (interval, _, __, days) =>
    weekly(days, interval),
  ),
  join2(phrase('alternate|every other|alternating'), onDays, (_, days) => weekly(days, 2)),
  map(after(skip('on|all|every'), pluralList), days => weekly(days)),
  join3(skip('on|every'), partDays, partPlural, (_, days, part) => weekly(days, 1, {part})),
);

export const everyPart: Parser<Recurrence> = longest(
  join2(every, partName, (_, part) => recur('DAILY', 1, [], false, {part})),
  join3(every, onDays, partName, (_, days, part) => weekly(days, 1, {part})),
  join3(every, oneOf('other'), partName, (_, __, part) => recur('DAILY', 2, [], false, {part})),
);
