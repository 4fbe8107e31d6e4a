import {existsSync} from 'node:fs';
import {expect, test} from 'vitest';
import {showLocalTime} from '../../src/output/local-time.js';
import {findLocalZone} from '../../src/system/local-zone.js';

const instant = '2026-11-25T08:00:00Z';

test.each([
  ['Europe/Berlin', '2026-11-25 09:00'],
  [':Europe/Berlin', '2026-11-25 09:00'],
  ['EST5EDT', '2026-11-25 03:00'],
  ['UTC', '2026-11-25 08:00'],
  [undefined, '2026-11-25 08:00'],
  ['', undefined],
  ['JST-9', undefined],
  ['GMT+5', undefined],
  ['CET-1CEST', undefined],
  ['+05:00', undefined],
  ['Mars/Olympus', undefined],
  ['Europe/:Berlin', undefined],
  ['Etc/Unknown', undefined],
  ['/usr/share/zoneinfo/Europe/Berlin', '2026-11-25 09:00'],
  [':/usr/share/zoneinfo/posix/Europe/Berlin', '2026-11-25 09:00'],
  ['posix/Europe/Berlin', '2026-11-25 09:00'],
  ['right/Europe/Berlin', undefined],
])('with a TZ of %s, an instant is shown as %s, and else as it is (row 145)', (tz, shown) => {
  expect(showLocalTime(instant, () => findLocalZone(tz))).toBe(shown);
});

test.skipIf(!existsSync('/etc/localtime'))('a TZ of /etc/localtime is the zone of this machine (row 145)', () => {
  const zone = findLocalZone(undefined);
  expect([findLocalZone('/etc/localtime'), findLocalZone(':/etc/localtime')].map(showIn)).toEqual([
    showIn(zone),
    showIn(zone),
  ]);
});

function showIn(zone: string): string | undefined {
  return showLocalTime(instant, () => zone);
}
