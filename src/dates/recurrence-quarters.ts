import {join4, longest} from './combinators.js';
import {weekdayName} from './named-days.js';
import type {Recurrence} from './nodes.js';
import {position} from './numbers.js';
import type {Parser} from './parser.js';
import {recur} from './recurrence-words.js';
import {weekdayCodes} from './weekday-lists.js';
import {oneOf, phrase, skip} from './word-parsers.js';

const ofQuarter = phrase('of every quarter|of each quarter|each quarter|every quarter|in each quarter');

/** The first or last months of the quarters, `undefined` for what lies between. */
function quarterMonths(place: number, most: number): string | undefined {
  if (place === -1) return 'BYMONTH=3,6,9,12';
  return place >= 1 && place <= most ? 'BYMONTH=1,4,7,10' : undefined;
}

/** "the first monday of each quarter", "the last day of every quarter" */
export const quarterly: Parser<Recurrence> = longest(
  join4(skip('the|on the|every'), position, weekdayName, ofQuarter, (_, place, day) => {
    const months = quarterMonths(place, 4);
    return months === undefined
      ? undefined
      : recur('YEARLY', 1, [months, `BYDAY=${place}${weekdayCodes[day - 1]}`], true);
  }),
  join4(skip('the|on the|every'), position, oneOf('day'), ofQuarter, (_, place) => {
    const months = quarterMonths(place, 1);
    return months === undefined ? undefined : recur('YEARLY', 1, [months, `BYMONTHDAY=${place}`], true);
  }),
);
