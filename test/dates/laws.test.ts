import * as fc from 'fast-check';
import {Temporal} from 'temporal-polyfill';
import {expect, test} from 'vitest';
import {parseDateExpression} from '../../src/dates/parse-date-expression.js';
import {amountPhrases} from './amount-phrases.js';
import {anchoredPhrases} from './anchored-phrases.js';
import {boundedRecurrencePhrases} from './bounded-recurrence-phrases.js';
import {rangePhrases} from './range-phrases.js';
import {recurrencePhrases} from './recurrence-phrases.js';
import {now, showReadings} from './show-readings.js';
import {timePhrases} from './time-phrases.js';
import {weekdayPhrases} from './weekday-phrases.js';

const zones = [
  'UTC',
  'Europe/Amsterdam',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Pacific/Chatham',
] as const;
const zone = fc.constantFrom(...zones);
const instants = fc.date({min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true});
const months = 'january february march april may june july august september october november december'.split(' ');
const weekdays = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
const phrases = [
  ...weekdayPhrases,
  ...timePhrases,
  ...amountPhrases,
  ...anchoredPhrases,
  ...rangePhrases,
  ...recurrencePhrases,
  ...boundedRecurrencePhrases,
]
  .filter(([, reading]) => reading !== '' && !reading.includes(' in "'))
  .map(([phrase]) => phrase);
const phrase = fc.constantFrom(...phrases);

/** The wall times of the only reading. */
function read(text: string, at: Date, inZone: string): readonly Temporal.PlainDateTime[] {
  const readings = parseDateExpression(text, at, inZone);
  return (readings.length === 1 ? (readings[0]?.result.dates ?? []) : []).map(date =>
    Temporal.Instant.from(date).toZonedDateTimeISO(inZone).toPlainDateTime(),
  );
}

function today(at: Date, inZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(inZone).toPlainDate();
}

test('clamps months and years to the end of the month (row 174)', () => {
  fc.assert(
    fc.property(instants, zone, fc.integer({min: 1, max: 60}), (at, inZone, count) => {
      const [ahead] = read(`in ${count} months`, at, inZone);
      const [back] = read(`${count} years ago`, at, inZone);
      expect(ahead?.toPlainDate().toString()).toBe(today(at, inZone).add({months: count}).toString());
      expect(back?.toPlainDate().toString()).toBe(today(at, inZone).subtract({years: count}).toString());
    }),
  );
  const at = new Date('2028-02-29T10:00:00Z');
  expect(read('in a month', new Date('2027-01-31T10:00:00Z'), 'UTC').join()).toBe('2027-02-28T12:00:00');
  expect(read('in a year', at, 'UTC').join()).toBe('2029-02-28T12:00:00');
});

test('ends a range after it starts', () => {
  const day = fc.constantFrom(...weekdays, 'june 3', 'the 15th', 'christmas', 'next month', 'tomorrow');
  const hour = fc.integer({min: 1, max: 12});
  fc.assert(
    fc.property(instants, zone, day, day, hour, hour, (at, inZone, first, second, from, to) => {
      for (const text of [
        `${first} to ${second}`,
        `from ${first} ${from}am until ${second} ${to}pm`,
        `${first} ${from}-${to}`,
      ]) {
        for (const {result} of parseDateExpression(text, at, inZone)) {
          if (result.chain !== 'RANGE') continue;
          const [start = '', end = ''] = result.dates;
          expect(Date.parse(end)).toBeGreaterThan(Date.parse(start));
        }
      }
    }),
  );
});

test('agrees with the weekday that is named, and understands nothing where the date contradicts it (row 175)', () => {
  fc.assert(
    fc.property(
      instants,
      zone,
      fc.integer({min: 0, max: 700}),
      fc.integer({min: 1, max: 6}),
      (at, inZone, offset, wrong) => {
        const date = today(at, inZone).add({days: offset});
        const name = `${months[date.month - 1]} ${date.day}, ${date.year}`;
        expect(
          read(`${weekdays[date.dayOfWeek - 1]}, ${name}`, at, inZone)[0]
            ?.toPlainDate()
            .toString(),
        ).toBe(date.toString());
        expect(parseDateExpression(`${weekdays[(date.dayOfWeek - 1 + wrong) % 7]}, ${name}`, at, inZone)).toEqual([]);
        for (const word of ['', 'next ', 'last ', 'this ']) {
          const day = weekdays[date.dayOfWeek - 1] ?? '';
          expect(read(`${word}${day}`, at, inZone)[0]?.dayOfWeek).toBe(date.dayOfWeek);
        }
      },
    ),
    {numRuns: 60},
  );
});

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
function spell(number: number): string {
  const one = ones.split(' ')[number < 20 ? number : number % 10];
  return number < 20 ? `${one}` : `${tens[Math.floor(number / 10)]}${number % 10 === 0 ? '' : ` ${one}`}`;
}

test('reads numbers in words like digits', () => {
  const unit = fc.constantFrom('minutes', 'hours', 'days', 'weeks', 'months', 'years');
  fc.assert(
    fc.property(fc.integer({min: 2, max: 99}), unit, (number, name) => {
      const forms = [
        (count: string) => `in ${count} ${name}`,
        (count: string) => `${count} ${name} ago`,
        (count: string) => `next ${count} ${name}`,
      ];
      for (const form of forms) expect(showReadings(form(spell(number)))).toBe(showReadings(form(String(number))));
    }),
  );
});

test('reads a phrase inside a sentence like the phrase alone', () => {
  const before = fc.constantFrom('The review is due ', 'Please join us ', 'Can we talk ', '"', 'Note: ', '(');
  const after = fc.constantFrom('.', ', thanks', '!', ' if possible', ')', '?');
  // What depends on its neighbours is left out: a weak form needs to stand alone.
  const strong = phrases.filter(
    text => showReadings(`x ${text}, y`) !== '' && !/^(?:now|week \d+|\d+|\w+ly)$/.test(text),
  );
  fc.assert(
    fc.property(fc.constantFrom(...strong), before, after, (text, lead, tail) => {
      const alone = parseDateExpression(text, now, 'UTC');
      const inside = parseDateExpression(`${lead}${text}${tail}`, now, 'UTC');
      const shift = lead.length;
      expect(
        inside.map(({query, parse_start, parse_end, result}) => [
          query,
          parse_start - shift,
          parse_end - shift,
          result,
        ]),
      ).toEqual(alone.map(({query, parse_start, parse_end, result}) => [query, parse_start, parse_end, result]));
    }),
    {numRuns: 200},
  );
});

test('reads capitals like small letters', () => {
  fc.assert(
    fc.property(phrase, text => {
      const strip = (shown: string) => shown.toLowerCase();
      expect(strip(showReadings(text.toUpperCase()))).toBe(strip(showReadings(text)));
    }),
    {numRuns: 200},
  );
});

// "Second of may" and "the second" are dates: the two words are shuffled apart from each other.
test.each([
  ['may', ['may', 'the']],
  ['second', ['second', 'one']],
])('finds nothing in shuffled words that mean no date, with %s (row 176)', (_which, ambiguous) => {
  const words =
    'a an and or but of for with our we you sun mark is are was will can not this that more some report team call'.split(
      ' ',
    );
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words, ...ambiguous), {maxLength: 12}), list => {
      expect(parseDateExpression(list.join(' '), now, 'UTC')).toEqual([]);
    }),
    {numRuns: 200},
  );
});

test('is complete only when the text around it means nothing (rows 172, 173)', () => {
  const noise = fc.constantFrom('budget', 'unless', 'approx42', '17%', 'maybe', 'not');
  fc.assert(
    fc.property(phrase, noise, (text, word) => {
      for (const reading of [
        ...parseDateExpression(`${word}, ${text}`, now, 'UTC'),
        ...parseDateExpression(`${text}, ${word}`, now, 'UTC'),
      ])
        expect(reading.complete_match).toBe(false);
    }),
    {numRuns: 200},
  );
});

test('gives UTF-16 positions that cut the query out of the phrase', () => {
  fc.assert(
    fc.property(
      fc.string({unit: 'binary', maxLength: 8}),
      phrase,
      fc.string({unit: 'grapheme', maxLength: 8}),
      (lead, text, tail) => {
        const whole = `${lead} ${text} ${tail}`;
        for (const {query, parse_start, parse_end} of parseDateExpression(whole, now, 'UTC'))
          expect(whole.slice(parse_start, parse_end)).toBe(query);
      },
    ),
    {numRuns: 200},
  );
});

test('never throws, whatever the text', () => {
  const part = fc.oneof(
    phrase,
    fc.string({maxLength: 6}),
    fc.constantFrom('every', 'until', 'from', 'to', 'of', 'the', '-', '/', ':', '1', '99', 'last'),
  );
  fc.assert(
    fc.property(fc.array(part, {maxLength: 8}), instants, zone, (parts, at, inZone) => {
      expect(() => parseDateExpression(parts.join(' '), at, inZone)).not.toThrow();
    }),
    {numRuns: 200},
  );
});
