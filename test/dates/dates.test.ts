import * as fc from 'fast-check';
import {Temporal} from 'temporal-polyfill';
import {expect, test} from 'vitest';
import {parseDateExpression} from '../../src/dates/parse-date-expression.js';
import {now} from '../harness/fixed.js';

/** The dates of the only reading, on the clock of the zone. */
function read(phrase: string, zone = 'UTC', at = now): readonly string[] {
  return parseDateExpression(phrase, at, zone).flatMap(({result}) =>
    result.dates.map(date =>
      Temporal.Instant.from(date).toZonedDateTimeISO(zone).toPlainDateTime().toString({smallestUnit: 'minute'}),
    ),
  );
}

// It is Saturday 21 November 2026, 13:00 in UTC.
test.each([
  ['today at 5pm', ['2026-11-21T17:00']],
  ['tomorrow', ['2026-11-22T12:00']],
  ['next friday at 3pm', ['2026-11-27T15:00']],
  ['in 90 minutes', ['2026-11-21T14:30']],
  ['in 3 days', ['2026-11-24T12:00']],
  ['2027-02-28 09:15', ['2027-02-28T09:15']],
  ['monday and wednesday at 3pm', ['2026-11-23T15:00', '2026-11-25T15:00']],
  ['monday, tuesday and friday', ['2026-11-23T12:00', '2026-11-24T12:00', '2026-11-27T12:00']],
  ['from monday to wednesday', ['2026-11-23T12:00', '2026-11-25T12:00']],
  ['every friday at 3pm until 12 december', ['2026-11-27T15:00', '2026-12-04T15:00', '2026-12-11T15:00']],
  ['every tuesday and thursday at 8:30 until december', ['2026-11-24T08:30', '2026-11-26T08:30']],
  ['every other week until january', ['2026-12-05T12:00', '2026-12-19T12:00']],
  ['every 2 days at noon until 27 november', ['2026-11-23T12:00', '2026-11-25T12:00', '2026-11-27T12:00']],
  ['every first monday of the month at 10am until march', ['2026-12-07T10:00', '2027-01-04T10:00', '2027-02-01T10:00']],
  ['every last friday until february', ['2026-11-27T12:00', '2026-12-25T12:00', '2027-01-29T12:00']],
  ['daily at noon until 23 november', ['2026-11-22T12:00', '2026-11-23T12:00']],
  ['every weekday at 9 until 25 november', ['2026-11-23T09:00', '2026-11-24T09:00', '2026-11-25T09:00']],
  ['every day from 2020-01-01 until 24 november', ['2026-11-22T12:00', '2026-11-23T12:00', '2026-11-24T12:00']],
  ['last monday', ['2026-11-16T12:00']],
  ['tomorrow at 3pm and 5pm', ['2026-11-22T15:00', '2026-11-22T17:00']],
  ['every month on the 15th until february', ['2026-12-15T12:00', '2027-01-15T12:00']],
  ['first monday of every month until february', ['2026-12-07T12:00', '2027-01-04T12:00']],
  ['every 2 weeks on friday until 20 december', ['2026-12-04T12:00', '2026-12-18T12:00']],
  ['every year on march 3 until 2029', ['2027-03-03T12:00', '2028-03-03T12:00']],
  ['every 4th of july until 2028', ['2027-07-04T12:00']],
  ['every 15 minutes until 14:00', ['2026-11-21T13:15', '2026-11-21T13:30', '2026-11-21T13:45', '2026-11-21T14:00']],
  ['every friday for 3 weeks', ['2026-11-27T12:00', '2026-12-04T12:00', '2026-12-11T12:00']],
  ['monday, wednesday and friday at 10am', ['2026-11-23T10:00', '2026-11-25T10:00', '2026-11-27T10:00']],
  ['nothing', []],
])('%j means %j', (phrase, dates) => {
  expect(read(phrase)).toEqual(dates);
});

test('keeps the time of day over a change of the clock', () => {
  expect(read('every sunday at 9:00 until april', 'Europe/Amsterdam', new Date('2027-03-20T12:00:00Z'))).toEqual([
    '2027-03-21T09:00',
    '2027-03-28T09:00',
  ]);
  expect(
    parseDateExpression('every sunday at 9:00 until april', new Date('2027-03-20T12:00:00Z'), 'Europe/Amsterdam')[0]
      ?.result.dates,
  ).toEqual(['2027-03-21T08:00:00Z', '2027-03-28T07:00:00Z']);
});

test('moves a time that the clock skips forward, and takes the first of one that comes twice (row 110)', () => {
  const dates = (phrase: string) =>
    parseDateExpression(phrase, new Date('2025-01-01T00:00:00Z'), 'Europe/Amsterdam')[0]?.result.dates;
  expect(dates('2025-03-30 02:30')).toEqual(['2025-03-30T01:30:00Z']);
  expect(dates('2025-10-26 02:30')).toEqual(['2025-10-26T00:30:00Z']);
});

test('says what it inferred, what it matched, and until when', () => {
  expect(parseDateExpression('call every friday until march, ok', now, 'UTC')).toEqual([
    {
      query: 'every friday until march',
      parse_start: 5,
      parse_end: 29,
      complete_match: false,
      date_inferred: false,
      time_inferred: true,
      recurring: true,
      result: {dates: expect.any(Array), chain: 'FREQ=WEEKLY;BYDAY=FR'},
      recurse_until: {dates: ['2027-03-01T00:00:00Z'], chain: 'SINGLE'},
    },
  ]);
  expect(parseDateExpression('at 5pm', now, 'UTC')).toMatchObject([
    {date_inferred: true, time_inferred: false, complete_match: true},
  ]);
});

const zones = fc.constantFrom(
  'UTC',
  'Europe/Amsterdam',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
);
const instants = fc.date({min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true});

test('a written day and time mean just that on the clock of any zone, or the hour after where the clock skips it', () => {
  fc.assert(
    fc.property(
      instants,
      zones,
      fc.date({min: new Date('2001-01-01'), max: new Date('2059-01-01'), noInvalidDate: true}),
      (at, zone, day) => {
        const wall = day.toISOString().slice(0, 16).replace('T', ' ');
        const [date] = read(wall, zone, at);
        const asked = Temporal.PlainDateTime.from(wall.replace(' ', 'T'));
        const shift = asked.until(Temporal.PlainDateTime.from(date ?? '1970-01-01')).total('minutes');
        const isSkipped = !asked.toZonedDateTime(zone).toPlainDateTime().equals(asked);
        expect(shift === 0 || (isSkipped && [30, 60].includes(shift))).toBe(true);
      },
    ),
    {numRuns: 300},
  );
});
