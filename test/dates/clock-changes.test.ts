import * as fc from 'fast-check';
import {Temporal} from 'temporal-polyfill';
import {expect, test} from 'vitest';
import {expression} from '../../src/dates/expressions.js';
import {explainDateExpression, parseDateExpression} from '../../src/dates/parse-date-expression.js';
import {createInput} from '../../src/dates/parser.js';
import {tokenize} from '../../src/dates/tokens.js';
import {now, showReadings} from './show-readings.js';

const zones = [
  'UTC',
  'Europe/Amsterdam',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Pacific/Chatham',
] as const;

/** Each change of the clock in a zone in 2027, as instants. */
function changesOf(zone: string): readonly Temporal.ZonedDateTime[] {
  const changes: Temporal.ZonedDateTime[] = [];
  let at = Temporal.ZonedDateTime.from(`2027-01-01T00:00[${zone}]`).getTimeZoneTransition('next');
  while (at && at.year === 2027) {
    changes.push(at);
    at = at.getTimeZoneTransition('next');
  }
  return changes;
}

test('moves a time that the clock skips forward and takes the first of one that comes twice, in twelve zones', () => {
  for (const zone of zones) {
    for (const change of changesOf(zone)) {
      const before = change.subtract({nanoseconds: 1});
      const shift = (change.offsetNanoseconds - before.offsetNanoseconds) / 60e9;
      // Half of the gap or overlap behind the change, on the wall clock before it.
      const wall = before
        .toPlainDateTime()
        .add({nanoseconds: 1})
        .add({minutes: ((shift > 0 ? 1 : -1) * Math.abs(shift)) / 2});
      const phrase = wall.toString({smallestUnit: 'minute'});
      const [reading] = parseDateExpression(phrase, now, zone);
      const read = Temporal.Instant.from(reading?.result.dates[0] ?? '').toZonedDateTimeISO(zone);
      const expected = shift > 0 ? wall.add({minutes: shift}) : wall;
      expect(read.toPlainDateTime().toString()).toBe(expected.toString());
      expect(read.offsetNanoseconds).toBe((shift > 0 ? change : before).offsetNanoseconds);
      expect(explainDateExpression(phrase, now, zone)[0]?.policies.includes('clock change')).toBe(shift > 0);
    }
  }
});

test('keeps the wall time of a recurrence over changes of the clock (row 177)', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({min: 0, max: 23}),
      fc.integer({min: 0, max: 300}),
      (zone, hour, offset) => {
        const at = new Date(Date.parse('2027-01-01T00:00:00Z') + offset * 86_400_000);
        const [reading] = parseDateExpression(`every day at ${hour}:00 for 30 days`, at, zone);
        const walls = (reading?.result.dates ?? []).map(date => Temporal.Instant.from(date).toZonedDateTimeISO(zone));
        expect(walls.length).toBeGreaterThan(28);
        for (const wall of walls) {
          const asked = wall.toPlainDate().toPlainDateTime({hour});
          const isSkipped = !asked.toZonedDateTime(zone).toPlainDateTime().equals(asked);
          const hours = hour >= 1 && hour <= 6 ? [hour, hour + 12] : [hour];
          expect(isSkipped || hours.includes(wall.hour)).toBe(true);
        }
        const days = walls.map(wall => wall.toPlainDate().toString());
        expect(new Set(days).size).toBe(days.length);
      },
    ),
    {numRuns: 150},
  );
  expect(showReadings('every day at 02:30 until 31 march', 'Europe/Amsterdam', new Date('2027-03-27T12:00:00Z'))).toBe(
    'D FREQ=DAILY: 2027-03-28T03:30, 2027-03-29T02:30 until 2027-03-31T23:59:59',
  );
  expect(
    parseDateExpression('every day at 02:30 until 1 november', new Date('2027-10-30T12:00:00Z'), 'Europe/Amsterdam')[0]
      ?.result.dates,
  ).toEqual(['2027-10-31T00:30:00Z', '2027-11-01T01:30:00Z']);
});

test('counts hours on the instants and days on the wall clock', () => {
  const at = new Date('2027-03-27T12:00:00Z');
  expect(showReadings('in 24 hours', 'Europe/Amsterdam', at)).toBe('2027-03-28T14:00');
  expect(showReadings('this time tomorrow', 'Europe/Amsterdam', at)).toBe('2027-03-28T13:00');
  expect(parseDateExpression('every 12 hours 3 times', at, 'Europe/Amsterdam')[0]?.result.dates).toEqual([
    '2027-03-28T00:00:00Z',
    '2027-03-28T12:00:00Z',
    '2027-03-29T00:00:00Z',
  ]);
});

test('does not take a recurrence as endless whose end cannot be read (row 178)', () => {
  for (const tail of [
    'until the cows come home',
    'until the project ends',
    'for as long as it takes',
    'till kingdom come',
  ]) {
    const [reading] = parseDateExpression(`every friday ${tail}`, now, 'UTC');
    expect(reading).toMatchObject({query: 'every friday', complete_match: false});
  }
  expect(parseDateExpression('every friday until 31 june', now, 'UTC')).toEqual([]);
});

test.each([
  'every 0 days',
  'every 0 weeks on monday',
  '5pm +99:99',
  '31 june',
  '25:00',
  'tomorrow at 25:00',
  '2027-02-29',
  '9:75',
  '13am',
  'week 54',
  'the 32nd',
])('does not understand %j (row 179)', phrase => {
  expect(parseDateExpression(phrase, now, 'UTC')).toEqual([]);
});

test('looks at each token a bounded number of times, however long the text (row 180)', () => {
  const fill = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);
  const parts = [
    'The quick brown fox may jump over the lazy dog at the second time of asking, said 25 people. ',
    'the day after ',
    'a week before the first monday of ',
    'every monday at 9 until ',
    'june 3, 4, ',
    '1 ',
    '1 hour and 2 minutes ',
    'tomorrow at 5pm ',
    '7',
    'a',
    "'",
  ];
  /** How often the grammar looks at a token when it is tried everywhere. */
  const countLooks = (text: string) => {
    let looks = 0;
    const tokens = new Proxy(tokenize(text), {
      get: (target, name) => {
        looks += 1;
        return Reflect.get(target, name);
      },
    });
    const input = createInput(tokens);
    for (const at of Array(tokens.length).keys()) expression(input, at);
    return looks;
  };
  expect(parseDateExpression(' '.repeat(100_000), now, 'UTC')).toEqual([]);
  for (const part of parts)
    expect(countLooks(fill(part, 10_240))).toBeLessThan(countLooks(fill(part, 2_560)) * 4.5 + 100);
});

test('takes the order of day and month from the zone, or from the caller', () => {
  expect(showReadings('3/4/2027', 'America/New_York')).toBe('T 2027-03-04T12:00');
  expect(showReadings('3/4/2027', 'Europe/London')).toBe('T 2027-04-03T12:00');
  expect(showReadings('3.4.2027', 'America/New_York')).toBe('T 2027-04-03T12:00');
  expect(showReadings('3/4/2027', 'UTC', now, {dayMonthOrder: 'day-first'})).toBe('T 2027-04-03T12:00');
  expect(showReadings('25/12/2026', 'America/New_York')).toBe('T 2026-12-25T12:00');
  expect(showReadings('next summer', 'Australia/Sydney')).toBe('DT 2026-12-21T12:00');
});

test('names the policies that a reading rests on', () => {
  const policiesOf = (phrase: string) => explainDateExpression(phrase, now, 'UTC')[0]?.policies;
  expect(policiesOf('tomorrow evening')).toEqual(['part of day']);
  expect(policiesOf('tomorrow')).toEqual(['default time']);
  expect(policiesOf('3/4/2027 at 5')).toEqual(['day-month order', 'afternoon hours']);
  expect(policiesOf('next friday at 3pm')).toEqual(['next weekday']);
});
