import {isTimeZone} from '../base/is-time-zone.js';

/**
 * The zone of this machine, or the one that TZ names; empty if TZ is not the name of a zone (row 145), such as `JST-9`,
 * which Node and Bun read in different ways.
 */
export function findLocalZone(tz: string | undefined): string {
  const name = tz?.replace(/^:?(?:\/usr\/share\/zoneinfo\/)?(?:posix\/)?/, '');
  if (name === undefined || name === '/etc/localtime') return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  return /^[a-z]/i.test(name) && isTimeZone(name) ? name : '';
}
