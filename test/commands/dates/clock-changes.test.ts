import {expect, test} from 'vitest';
import {bizctl} from '../../harness/run-bizctl.js';
import {answering} from '../../harness/tenant.js';

test('says which side of a clock change a time is on (row 110)', async () => {
  const result = (date: string) =>
    answering({
      results: [{query: 'x', parse_start: 0, parse_end: 16, complete_match: true, result: {dates: [date], chain: ''}}],
    });
  const shown = async (phrase: string, date: string, zone = 'Europe/Amsterdam') =>
    (await bizctl(['dates', 'parse', phrase, '--time-zone', zone], {tenant: result(date)})).stdout.split('\n')[2];
  expect(await shown('2025-10-26 02:30', '2025-10-26T00:30:00Z')).toContain(
    'Sun 26 Oct 2025 02:30 +02:00  Sun 26 Oct 2025 00:30 UTC  13 months ago  (the first 02:30 of that day)',
  );
  expect(await shown('2025-10-26 02:30', '2025-10-26T01:30:00Z')).toContain(
    'Sun 26 Oct 2025 02:30 +01:00  Sun 26 Oct 2025 01:30 UTC  13 months ago  (the second 02:30 of that day)',
  );
  // The clocks of Lord Howe Island move by half an hour.
  const shownThere = (date: string) => shown('2026-04-05 01:45', date, 'Australia/Lord_Howe');
  expect(await shownThere('2026-04-04T14:45:00Z')).toContain('(the first 01:45 of that day)');
  expect(await shownThere('2026-04-04T15:15:00Z')).toContain('(the second 01:45 of that day)');
  // Those of Troll move by two hours.
  const shownAtTroll = (phrase: string, date: string) => shown(phrase, date, 'Antarctica/Troll');
  expect(await shownAtTroll('2026-03-29 01:30', '2026-03-29T01:30:00Z')).toContain('(01:30 does not exist on that day');
  expect(await shownAtTroll('2026-10-25 02:30', '2026-10-25T00:30:00Z')).toContain('(the first 02:30 of that day)');
  expect(await shownAtTroll('2026-10-25 02:30', '2026-10-25T02:30:00Z')).toContain('(the second 02:30 of that day)');
  expect(await shown('2025-03-30 02:30', '2025-03-30T01:30:00Z')).toContain(
    'Sun 30 Mar 2025 03:30 +02:00  Sun 30 Mar 2025 01:30 UTC  20 months ago  (02:30 does not exist on that day: the clocks go forward)',
  );
  for (const time of ['2:30am', '2:30 a.m.', '2025-03-30T02:30'])
    expect(await shown(`2025-03-30 ${time}`, '2025-03-30T01:30:00Z')).toContain(
      `(${time.replace('2025-03-30T', '')} does not exist on that day: the clocks go forward)`,
    );
  expect(await shown('30 march 2025 at 02:30:15', '2025-03-30T01:30:15Z')).toContain(
    '(02:30 does not exist on that day',
  );
  expect(await shown('2am on 30 March 2025', '2025-03-30T01:00:00Z')).toContain('(2am does not exist on that day');
  expect(await shown('12:30 am on 25 April 2025', '2025-04-24T22:30:00Z', 'Africa/Cairo')).toContain(
    '(12:30 am does not exist on that day',
  );
  for (const [phrase, date] of [
    ['2025-03-30 04:30', '2025-03-30T02:30:00Z'],
    ['2025-03-30 2:30 pm', '2025-03-30T12:30:00Z'],
    ['2025-03-30 2:30 pm', '2025-03-30T01:30:00Z'],
    ['2025-03-30 2:30 am', '2025-03-29T23:30:00Z'],
    ['from 2025-03-30 02:30 to 05:00', '2025-03-30T03:00:00Z'],
  ] as const)
    expect(await shown(phrase, date)).not.toContain('(');
});
