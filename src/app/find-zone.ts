import {UsageError} from '../base/errors.js';
import {isTimeZone} from '../base/is-time-zone.js';
import {didYouMean} from '../base/near-names.js';

/** The zone in IANA spelling, `undefined` when unknown. Offsets and bare abbreviations are not zones. */
export function findZone(text: string): string | undefined {
  if (/^(?:UTC|GMT)$/i.test(text)) return text.toUpperCase();
  // What ICU calls a zone it does not know.
  if (text.toLowerCase() === 'etc/unknown') return undefined;
  const listed = Intl.supportedValuesOf('timeZone').find(zone => zone.toLowerCase() === text.toLowerCase());
  if (listed !== undefined) return listed;
  // supportedValuesOf lists one name per zone, not its aliases (Asia/Kolkata, Europe/Kyiv).
  return /^[a-z_]+(\/[a-z0-9_+-]+)+$/i.test(text) && isTimeZone(text) ? text : undefined;
}

/** @throws UsageError with near names */
export function checkZone(value: string, name: string): void {
  // For EST, didYouMean would suggest zones that merely contain these letters.
  const isAbbreviation = /^[a-z]{2,4}$/i.test(value);
  if (findZone(value) === undefined)
    throw new UsageError(
      `invalid value for ${name}: ${JSON.stringify(value)}`,
      (isAbbreviation ? undefined : didYouMean(value, Intl.supportedValuesOf('timeZone'))) ??
        'Use an IANA name such as UTC or America/New_York.',
    );
}
