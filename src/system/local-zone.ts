import {isTimeZone} from '../base/is-time-zone.js';
import {realPath} from './files/real-path.js';

/**
 * The zone of this machine, or the one that TZ names; empty if TZ is not the name of a zone (row 145), such as `JST-9`,
 * which Node and Bun read in different ways.
 */
export function findLocalZone(tz: string | undefined): string {
  if (tz === undefined) return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  const name = toName(tz.replace(/^:/, ''));
  return /^[a-z]/i.test(name) && isTimeZone(name) ? name : '';
}

/** Node takes a TZ that is a path, as glibc does, for no zone. */
function toName(tz: string): string {
  const path = tz === '/etc/localtime' ? realPath(tz) : tz;
  return path.replace(/^.*\/zoneinfo\//, '').replace(/^posix\//, '');
}
