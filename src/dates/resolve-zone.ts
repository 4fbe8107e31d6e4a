import type {Zone} from './nodes.js';
import type {Context} from './resolve-context.js';
import {Temporal} from './temporal.js';

function isZoneName(name: string): boolean {
  try {
    return Temporal.PlainDate.from('2000-01-01').toZonedDateTime(name).timeZoneId !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The identifier of a zone, by default the one of the context; `undefined` for names and offsets that do not exist. */
export function resolveZone(zone: Zone | undefined, context: Context): string | undefined {
  if (zone === undefined) return context.now.timeZoneId;
  if (zone.kind === 'rules') {
    context.use('standard zones');
    if (zone.name === 'local') return context.now.timeZoneId;
    return isZoneName(zone.name) ? zone.name : undefined;
  }
  if (!(Math.abs(zone.minutes) <= 14 * 60)) return undefined;
  const minutes = Math.abs(zone.minutes);
  const text = [Math.floor(minutes / 60), minutes % 60].map(number => String(number).padStart(2, '0')).join(':');
  return `${zone.minutes < 0 ? '-' : '+'}${text}`;
}
