import type {Temporal as polyfill} from 'temporal-polyfill';

function isTemporal(value: unknown): value is typeof polyfill {
  return typeof value === 'object' && value !== null && 'ZonedDateTime' in value;
}

const native: unknown = Reflect.get(globalThis, 'Temporal');

/** Native Temporal where the runtime has it, else the polyfill, which takes 15 ms to load. */
export const Temporal = isTemporal(native) ? native : (await import('temporal-polyfill')).Temporal;
export type PlainDate = polyfill.PlainDate;
export type PlainTime = polyfill.PlainTime;
export type PlainDateTime = polyfill.PlainDateTime;
export type ZonedDateTime = polyfill.ZonedDateTime;

/** ISO 8601 in UTC without needless zeros. */
export function toUtcString(moment: ZonedDateTime): string {
  return moment.round({smallestUnit: 'second', roundingMode: 'floor'}).toInstant().toString();
}
