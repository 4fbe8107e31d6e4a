import {expect, test} from 'vitest';
import {amountPhrases} from './amount-phrases.js';
import {anchoredPhrases} from './anchored-phrases.js';
import {boundedRecurrencePhrases} from './bounded-recurrence-phrases.js';
import {businessPhrases} from './business-phrases.js';
import {datePhrases} from './date-phrases.js';
import {holidayPhrases} from './holiday-phrases.js';
import {moreDatePhrases} from './more-date-phrases.js';
import {moreSentencesWithoutDates} from './more-sentences-without-dates.js';
import {periodPhrases} from './period-phrases.js';
import {rangePhrases} from './range-phrases.js';
import {recurrencePhrases} from './recurrence-phrases.js';
import {sentencesWithoutDates} from './sentences-without-dates.js';
import {type Row, showReadings} from './show-readings.js';
import {textPhrases} from './text-phrases.js';
import {timePhrases} from './time-phrases.js';
import {weekdayPhrases} from './weekday-phrases.js';

/** The rows as the engine reads them, to compare a whole table at once and see every difference. */
function readAll(rows: readonly Row[]): readonly Row[] {
  return rows.map(([phrase]) => [phrase, showReadings(phrase)]);
}

test.each([
  ['weekdays', weekdayPhrases],
  ['dates', datePhrases],
  ['dates of the second half of the year', moreDatePhrases],
  ['periods', periodPhrases],
  ['times', timePhrases],
  ['amounts', amountPhrases],
  ['days counted from other days', anchoredPhrases],
  ['holidays', holidayPhrases],
  ['ranges and lists', rangePhrases],
  ['recurrences', recurrencePhrases],
  ['recurrences with an end', boundedRecurrencePhrases],
  ['what business mail says', businessPhrases],
  ['dates within text (rows 172, 173)', textPhrases],
])('reads %s', (_, rows) => {
  expect(readAll(rows)).toEqual(rows);
});

test('finds no date in 500 sentences without one (row 176)', () => {
  const sentences = [...sentencesWithoutDates, ...moreSentencesWithoutDates];
  expect(sentences.length).toBeGreaterThanOrEqual(500);
  expect(sentences.filter(sentence => showReadings(sentence) !== '')).toEqual([]);
});
