import type {CommandContext} from '../../app/command-context.js';
import {findZone} from '../../app/find-zone.js';
import {UsageError} from '../../base/errors.js';
import {inChoice} from '../../base/in-series.js';
import {findNearNames} from '../../base/near-names.js';
import {isZoneAbbreviation, usualZones} from '../../dates/zone-abbreviations.js';

/**
 * Reads an offset that was given instead of a zone: `+05:30`, `GMT+5`, `UTC-3`.
 *
 * @param isPosix true for the variable TZ, where positive offsets are west of Greenwich
 */
function readOffset(text: string, isPosix: boolean): string | undefined {
  const [, sign, hours = '', minutes = '00'] = /^(?:GMT|UTC)?([+-])(\d{1,2})(?::?(\d{2}))?$/i.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const isEast = (sign === '+') !== isPosix;
  return `${isEast ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`;
}

function zoneNameOf(zone: string, instant: Date, timeZoneName: 'short' | 'longOffset', locale = 'en-US'): string {
  const parts = new Intl.DateTimeFormat(locale, {timeZone: zone, timeZoneName}).formatToParts(instant);
  return parts.find(({type}) => type === 'timeZoneName')?.value ?? '';
}

function isAbbreviationOf(zone: string, text: string, instant: Date): boolean {
  return ['en-US', 'en-GB', 'en-AU'].some(locale => zoneNameOf(zone, instant, 'short', locale) === text.toUpperCase());
}

/** Suggested first, in this order. */
const regions = ['Europe', 'America', 'Asia', 'Australia', 'Pacific', 'Africa'];

function cityOf(zone: string): string {
  return zone.split('/').at(-1) ?? '';
}

function suggestZones(text: string, now: Date, isPosix: boolean): readonly string[] {
  const all = Intl.supportedValuesOf('timeZone');
  const first = [
    ...new Set([...usualZones, ...regions.flatMap(region => all.filter(zone => zone.startsWith(region)))]),
  ];
  const found = findZones(first, text, now, isPosix);
  return found.length > 0 ? found : findZones(all, text, now, isPosix);
}

function findZones(zones: readonly string[], text: string, now: Date, isPosix: boolean): readonly string[] {
  const offset = readOffset(text, isPosix);
  // `GMT+02:00`, or `GMT` alone.
  const hasOffset = (zone: string) => (zoneNameOf(zone, now, 'longOffset').slice(3) || '+00:00') === offset;
  if (offset !== undefined) return zones.filter(hasOffset).slice(0, 3);
  const year = now.getUTCFullYear();
  const abbreviated = isZoneAbbreviation(text.toLowerCase())
    ? zones.filter(zone => [0, 6].some(month => isAbbreviationOf(zone, text, new Date(Date.UTC(year, month, 1)))))
    : [];
  if (abbreviated.length > 0) return abbreviated.slice(0, 3);
  const cities = zones.filter(zone => cityOf(zone).toLowerCase() === cityOf(text).toLowerCase().replaceAll(' ', '_'));
  const near = findNearNames(text, zones);
  const nearCities = findNearNames(cityOf(text), zones.map(cityOf));
  const byCity = zones.filter(zone => nearCities.includes(cityOf(zone)));
  return [...new Set([...cities, ...near, ...byCity])].slice(0, 3);
}

/**
 * Resolves the IANA zone for the request: the given one, else that of the environment, the setting, the machine.
 *
 * @throws UsageError with near names
 */
export function resolveZone(
  text: string | undefined,
  {zone, now, env, settings}: Pick<CommandContext, 'zone' | 'now' | 'env' | 'settings'>,
): string {
  const stored = env['TZ'] === undefined ? settings['time-zone'] : undefined;
  // Node and Bun silently replace a TZ that is not a zone.
  const wanted = text ?? stored ?? (zone() || (env['TZ'] ?? ''));
  const found = findZone(wanted);
  if (found !== undefined) return found;
  const near = wanted === '' ? [] : suggestZones(wanted, now(), text === undefined && stored === undefined);
  const hint =
    near.length > 0 ? `Did you mean ${inChoice(near)}?` : 'Use an IANA name such as UTC or America/New_York.';
  if (text !== undefined) throw new UsageError(`unknown time zone ${JSON.stringify(text)}`, hint);
  if (stored !== undefined)
    throw new UsageError(
      `unknown time zone ${JSON.stringify(stored)} (from config)`,
      suggest => `${hint} To remove it, run: ${suggest('config', 'unset', 'time-zone')}`,
    );
  throw new UsageError(
    `this machine's time zone is not an IANA name: ${JSON.stringify(wanted)}`,
    `${hint} Set TZ, or pass --time-zone.`,
  );
}
