import {expect, test} from 'vitest';
import {countOf, describeRule} from '../../../src/commands/dates/describe-rule.js';
import {describeRecurrence} from '../../../src/commands/dates/recurrence.js';

test.each([
  ['FREQ=WEEKLY', 'every week'],
  ['rrule:freq=WEEKLY', 'every week'],
  ['FREQ=WEEKLY;BYDAY=MO', 'every Monday'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', 'every 2 weeks on Monday'],
  ['FREQ=DAILY;INTERVAL=1', 'every day'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', 'every month on the last weekday'],
  ['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1', 'every month on the first Monday or Tuesday'],
  ['FREQ=MONTHLY;BYMONTHDAY=1;BYMONTH=3', 'every month on the 1st of March'],
  ['FREQ=YEARLY;BYMONTH=3,4', 'every year in March and April'],
  ['LIST', 'on varying dates'],
  ['FREQ=YEARLY;BYWEEKNO=20', undefined],
  ['FREQ=DAILY;INTERVAL=0', undefined],
  ['FREQ=DAILY;INTERVAL=-1', undefined],
  ['FREQ=DAILY;INTERVAL=1.5', undefined],
  ['FREQ=DAILY;INTERVAL=x', undefined],
  ['FREQ=FORTNIGHTLY', undefined],
  ['INTERVAL=2', undefined],
  ['FREQ=YEARLY;BYMONTH=13', undefined],
  ['', undefined],
])('puts %s into words only if it knows all of it', (rule, words) => {
  expect(describeRule(rule)).toBe(words);
});

test.each([
  ['FREQ=DAILY;COUNT=10', '10'],
  ['freq=daily;count=3;byday=MO', '3'],
  ['FREQ=DAILY;DISCOUNT=3', undefined],
  ['FREQ=DAILY', undefined],
])('the count of %s is %s', (rule, count) => {
  expect(countOf(rule)).toBe(count);
});

test.each([
  [['09:00', '09:00'], 'every day at 09:00'],
  [['09:00', '10:30'], 'every day'],
  [['09:00'], 'every day'],
  [[], 'every day'],
])('a rule with dates at %j is %s', (times, words) => {
  const dates = times.map((time, index) => new Date(`2026-11-${10 + index}T${time}:00Z`));
  expect(describeRecurrence('FREQ=DAILY', dates, 'UTC')).toBe(words);
});
