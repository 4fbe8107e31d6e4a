import type {Row} from './show-readings.js';

/** Recurrences with an end, and those that are not understood as a whole. */
export const boundedRecurrencePhrases: readonly Row[] = [
  [
    'every friday at 3pm until 12 december',
    'FREQ=WEEKLY;BYDAY=FR: 2026-11-27T15:00, 2026-12-04T15:00 until 2026-12-12T23:59:59',
  ],
  [
    'every tuesday and thursday at 8:30 until december',
    'FREQ=WEEKLY;BYDAY=TU,TH: 2026-11-24T08:30, 2026-11-26T08:30 until 2026-12-01T00:00',
  ],
  [
    'every other week until january',
    'DT FREQ=WEEKLY;INTERVAL=2: 2026-12-05T12:00, 2026-12-19T12:00 until 2027-01-01T00:00',
  ],
  [
    'every 2 days at noon until 27 november',
    'D FREQ=DAILY;INTERVAL=2: 2026-11-23T12:00, 2026-11-25T12:00 until 2026-11-27T23:59:59',
  ],
  [
    'every first monday of the month at 10am until march',
    'FREQ=MONTHLY;BYDAY=1MO: 2026-12-07T10:00, 2027-01-04T10:00 until 2027-03-01T00:00',
  ],
  [
    'every last friday until february',
    'T FREQ=MONTHLY;BYDAY=-1FR: 2026-11-27T12:00, 2026-12-25T12:00 until 2027-02-01T00:00',
  ],
  ['daily at noon until 23 november', 'D FREQ=DAILY: 2026-11-22T12:00, 2026-11-23T12:00 until 2026-11-23T23:59:59'],
  [
    'every weekday at 9 until 25 november',
    'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR: 2026-11-23T09:00, 2026-11-24T09:00 until 2026-11-25T23:59:59',
  ],
  [
    'every day from 2020-01-01 until 24 november',
    'DT FREQ=DAILY: 2026-11-22T12:00, 2026-11-23T12:00 until 2026-11-24T23:59:59',
  ],
  [
    'every month on the 15th until february',
    'T FREQ=MONTHLY;BYMONTHDAY=15: 2026-12-15T12:00, 2027-01-15T12:00 until 2027-02-01T00:00',
  ],
  [
    'first monday of every month until february',
    'T FREQ=MONTHLY;BYDAY=1MO: 2026-12-07T12:00, 2027-01-04T12:00 until 2027-02-01T00:00',
  ],
  [
    'every 2 weeks on friday until 20 december',
    'T FREQ=WEEKLY;INTERVAL=2;BYDAY=FR: 2026-12-04T12:00, 2026-12-18T12:00 until 2026-12-20T23:59:59',
  ],
  [
    'every year on march 3 until 2029',
    'T FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=3: 2027-03-03T12:00, 2028-03-03T12:00 until 2029-01-01T00:00',
  ],
  ['every 4th of july until 2028', 'T FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=4: 2027-07-04T12:00 until 2028-01-01T00:00'],
  [
    'every 15 minutes until 14:00',
    'D FREQ=MINUTELY;INTERVAL=15: 2026-11-21T13:15, 2026-11-21T13:30 until 2026-11-21T14:00',
  ],
  ['every friday for 3 weeks', 'T FREQ=WEEKLY;BYDAY=FR: 2026-11-27T12:00, 2026-12-04T12:00 until 2026-12-12T13:00'],
  [
    'call every friday until march, ok',
    'T FREQ=WEEKLY;BYDAY=FR: 2026-11-27T12:00, 2026-12-04T12:00 until 2027-03-01T00:00 in "every friday until march"',
  ],
  [
    'every other tuesday until june 3',
    'T FREQ=WEEKLY;INTERVAL=2;BYDAY=TU: 2026-12-01T12:00, 2026-12-15T12:00 until 2027-06-03T23:59:59',
  ],
  [
    'every 2 weeks on mon and thu at 10 for 5 weeks',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH: 2026-11-30T10:00, 2026-12-03T10:00 until 2026-12-26T13:00',
  ],
  ['every friday 5 times', 'T FREQ=WEEKLY;BYDAY=FR;COUNT=5: 2026-11-27T12:00, 2026-12-04T12:00'],
  ['every easter', 'T LIST: 2027-03-28T12:00, 2028-04-16T12:00'],
  [
    'every monday from june 1 to july 15',
    'T FREQ=WEEKLY;BYDAY=MO: 2027-06-07T12:00, 2027-06-14T12:00 until 2027-07-15T23:59:59',
  ],
  ['every day until friday', 'DT FREQ=DAILY: 2026-11-22T12:00, 2026-11-23T12:00 until 2026-11-27T23:59:59'],
  ['every day through friday', 'DT FREQ=DAILY: 2026-11-22T12:00, 2026-11-23T12:00 until 2026-11-27T23:59:59'],
  [
    'every day until the end of the month',
    'DT FREQ=DAILY: 2026-11-22T12:00, 2026-11-23T12:00 until 2026-11-30T23:59:59',
  ],
  [
    'every weekday until christmas',
    'T FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR: 2026-11-23T12:00, 2026-11-24T12:00 until 2026-12-25T23:59:59',
  ],
  [
    'every tuesday at 4 until march 3 at noon',
    'FREQ=WEEKLY;BYDAY=TU: 2026-11-24T16:00, 2026-12-01T16:00 until 2027-03-03T12:00',
  ],
  ['every monday for 6 weeks', 'T FREQ=WEEKLY;BYDAY=MO: 2026-11-23T12:00, 2026-11-30T12:00 until 2027-01-02T13:00'],
  [
    'every monday for the next 6 weeks',
    'T FREQ=WEEKLY;BYDAY=MO: 2026-11-23T12:00, 2026-11-30T12:00 until 2027-01-02T13:00',
  ],
  ['every day for a week', 'DT FREQ=DAILY: 2026-11-22T12:00, 2026-11-23T12:00 until 2026-11-28T13:00'],
  ['every day for 10 days', 'DT FREQ=DAILY: 2026-11-22T12:00, 2026-11-23T12:00 until 2026-12-01T13:00'],
  ['every month for a year', 'DT FREQ=MONTHLY: 2026-12-21T12:00, 2027-01-21T12:00 until 2027-11-21T13:00'],
  [
    'every monday for 6 months starting june 1',
    'T FREQ=WEEKLY;BYDAY=MO: 2027-06-07T12:00, 2027-06-14T12:00 until 2027-12-01T11:59:59',
  ],
  ['every friday for 5 times', 'T FREQ=WEEKLY;BYDAY=FR;COUNT=5: 2026-11-27T12:00, 2026-12-04T12:00'],
  ['daily for 5 occurrences', 'DT FREQ=DAILY;COUNT=5: 2026-11-22T12:00, 2026-11-23T12:00'],
  ['10 times', ''],
  ['every day this week', 'DT FREQ=DAILY: 2026-11-22T12:00 until 2026-11-22T23:59:59'],
  ['every day next week at 9', 'D FREQ=DAILY: 2026-11-23T09:00, 2026-11-24T09:00 until 2026-11-29T23:59:59'],
  ['every monday in june', 'T FREQ=WEEKLY;BYDAY=MO: 2027-06-07T12:00, 2027-06-14T12:00 until 2027-06-30T23:59:59'],
  [
    'every friday in december at 4pm',
    'FREQ=WEEKLY;BYDAY=FR: 2026-12-04T16:00, 2026-12-11T16:00 until 2026-12-31T23:59:59',
  ],
  ['every day in june', 'DT FREQ=DAILY: 2027-06-01T12:00, 2027-06-02T12:00 until 2027-06-30T23:59:59'],
  [
    'weekdays in january',
    'T FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR: 2027-01-01T12:00, 2027-01-04T12:00 until 2027-01-31T23:59:59',
  ],
  [
    'every friday until the cows come home',
    'T FREQ=WEEKLY;BYDAY=FR: 2026-11-27T12:00, 2026-12-04T12:00 in "every friday"',
  ],
  ['every friday until 31 june', ''],
  ['every 0 weeks', ''],
  ['every monday at 25:00', ''],
  ['every day at 9 to 5', 'D FREQ=DAILY: 2026-11-22T09:00, 2026-11-23T09:00 in "every day at 9 to 5"'],
  ['every monday 9-5', 'FREQ=WEEKLY;BYDAY=MO: 2026-11-23T09:00, 2026-11-30T09:00 in "every monday 9-5"'],
  [
    'every monday from 9 to 5',
    'FREQ=WEEKLY;BYDAY=MO: 2026-11-23T09:00, 2026-11-30T09:00 in "every monday from 9 to 5"',
  ],
  ['every tuesday 2-4pm', 'FREQ=WEEKLY;BYDAY=TU: 2026-11-24T14:00, 2026-12-01T14:00 in "every tuesday 2-4pm"'],
  [
    'every sunday at noon except in december',
    'FREQ=WEEKLY;BYDAY=SU: 2026-11-22T12:00, 2026-11-29T12:00 in "every sunday at noon" ; DT 2026-12-01T12:00 in "in december"',
  ],
  ['every day from monday to friday', 'DT FREQ=DAILY: 2026-11-23T12:00, 2026-11-24T12:00 until 2026-11-27T23:59:59'],
  ['every week until june', 'DT FREQ=WEEKLY: 2026-11-28T12:00, 2026-12-05T12:00 until 2027-06-01T00:00'],
  ['weekly until june', 'DT FREQ=WEEKLY: 2026-11-28T12:00, 2026-12-05T12:00 until 2027-06-01T00:00'],
  ['every summer', ''],
  ['twice a week', ''],
  ['three times a day', ''],
  [
    'every 10 minutes for the next hour',
    'D FREQ=MINUTELY;INTERVAL=10: 2026-11-21T13:10, 2026-11-21T13:20 until 2026-11-21T14:00',
  ],
  [
    'every 15 minutes from 9am until 5pm',
    'D FREQ=MINUTELY;INTERVAL=15: 2026-11-21T13:15, 2026-11-21T13:30 in "every 15 minutes" ; D 2026-11-22T09:00 to 2026-11-22T17:00 in "from 9am until 5pm"',
  ],
  ['every hour until 6pm', 'D FREQ=HOURLY: 2026-11-21T14:00, 2026-11-21T15:00 until 2026-11-21T18:00'],
  ['every hour on the hour', 'D FREQ=HOURLY: 2026-11-21T14:00, 2026-11-21T15:00 in "every hour"'],
  [
    'every weekday at 9am until 2027-01-15',
    'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR: 2026-11-23T09:00, 2026-11-24T09:00 until 2027-01-15T23:59:59',
  ],
  ['every hour 3 times', 'D FREQ=HOURLY;COUNT=3: 2026-11-21T14:00, 2026-11-21T15:00'],
  [
    'Reminder: standup every weekday at 9:30.',
    'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR: 2026-11-23T09:30, 2026-11-24T09:30 in "every weekday at 9:30"',
  ],
  [
    'every tuesday and thursday from 9am to 10am',
    'FREQ=WEEKLY;BYDAY=TU,TH: 2026-11-24T09:00, 2026-11-26T09:00 in "every tuesday and thursday from 9am to 10am"',
  ],
  [
    'mondays at 9am and thursdays at 2pm',
    'FREQ=WEEKLY;BYDAY=MO: 2026-11-23T09:00, 2026-11-30T09:00 in "mondays at 9am" ; FREQ=WEEKLY;BYDAY=TH: 2026-11-26T14:00, 2026-12-03T14:00 in "thursdays at 2pm"',
  ],
  [
    'every monday at 9am, wednesday at 10am',
    'FREQ=WEEKLY;BYDAY=MO: 2026-11-23T09:00, 2026-11-30T09:00 in "every monday at 9am" ; 2026-11-25T10:00 in "wednesday at 10am"',
  ],
  ['every april 15 and october 15', 'T FREQ=YEARLY;BYMONTH=4,10;BYMONTHDAY=15: 2027-04-15T12:00, 2027-10-15T12:00'],
  [
    'weekly at 10am on tuesdays',
    'D FREQ=WEEKLY: 2026-11-28T10:00, 2026-12-05T10:00 in "weekly at 10am" ; T FREQ=WEEKLY;BYDAY=TU: 2026-11-24T12:00, 2026-12-01T12:00 in "on tuesdays"',
  ],
  [
    'every tuesday starting next month until the end of the year',
    'T FREQ=WEEKLY;BYDAY=TU: 2026-12-01T12:00, 2026-12-08T12:00 until 2026-12-31T23:59:59',
  ],
  ['until june, every friday', 'T FREQ=WEEKLY;BYDAY=FR: 2026-11-27T12:00, 2026-12-04T12:00 until 2027-06-01T00:00'],
  [
    'all weekdays in march',
    'T FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR: 2027-03-01T12:00, 2027-03-02T12:00 until 2027-03-31T23:59:59',
  ],
  ['every monday until thursday', 'T FREQ=WEEKLY;BYDAY=MO: 2026-11-23T12:00 until 2026-11-26T23:59:59'],
  [
    'monday through friday at 9am every week',
    '2026-11-23T09:00 to 2026-11-27T09:00 in "monday through friday at 9am" ; DT FREQ=WEEKLY: 2026-11-28T12:00, 2026-12-05T12:00 in "every week"',
  ],
  [
    'every monday and friday starting next week for 4 weeks',
    'T FREQ=WEEKLY;BYDAY=MO,FR: 2026-11-23T12:00, 2026-11-27T12:00 until 2026-12-21T11:59:59',
  ],
  [
    'every quarter on the 1st',
    'DT FREQ=MONTHLY;INTERVAL=3: 2027-02-21T12:00, 2027-05-21T12:00 in "every quarter" ; T 2026-12-01T12:00 in "on the 1st"',
  ],
  ['monthly until december 2027', 'DT FREQ=MONTHLY: 2026-12-21T12:00, 2027-01-21T12:00 until 2027-12-01T00:00'],
  ['daily through next friday', 'DT FREQ=DAILY: 2026-11-22T12:00, 2026-11-23T12:00 until 2026-11-27T23:59:59'],
  ['daily until 5pm friday', 'DT FREQ=DAILY: 2026-11-22T12:00, 2026-11-23T12:00 until 2026-11-27T17:00'],
  [
    'every day at noon for two weeks starting monday',
    'D FREQ=DAILY: 2026-11-23T12:00, 2026-11-24T12:00 until 2026-12-07T11:59:59',
  ],
  ['every tuesday for a month', 'T FREQ=WEEKLY;BYDAY=TU: 2026-11-24T12:00, 2026-12-01T12:00 until 2026-12-21T13:00'],
  [
    'every tuesday, ending june 30',
    'T FREQ=WEEKLY;BYDAY=TU: 2026-11-24T12:00, 2026-12-01T12:00 until 2027-06-30T23:59:59',
  ],
  [
    'each tuesday at 3pm ET until march',
    'FREQ=WEEKLY;BYDAY=TU: 2026-11-24T20:00, 2026-12-01T20:00 until 2027-03-01T00:00',
  ],
];
