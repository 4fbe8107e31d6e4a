import {AuthError} from '../base/errors.js';
import {isSameAddress} from '../base/same-address.js';
import {parseBaseUrl, type Sourced} from './parse-address.js';
import type {Profile} from './stored-profiles.js';

/** @throws AuthError when the profile's origin differs from that of the address */
export function refuseOtherOrigin(name: string, profile: Profile, address: Sourced, orToken = ''): void {
  const {origin} = parseBaseUrl(address);
  const own = new URL(profile.base_url).origin;
  if (origin !== own) throw toMismatchError(name, own, origin, address.source, orToken);
}

/** @throws AuthError when the profile's address differs from this one */
export function refuseOtherBaseUrl(name: string, profile: Profile, address: Sourced): void {
  refuseOtherOrigin(name, profile, address);
  const [own, {href}] = [new URL(profile.base_url).href, parseBaseUrl(address)];
  if (!isSameAddress(own, href)) throw toMismatchError(name, own, href, address.source);
}

function toMismatchError(name: string, own: string, other: string, source: string, orToken = ''): AuthError {
  return new AuthError(`profile ${JSON.stringify(name)} is for ${own}, not ${other} (from ${source})`, {
    hint: suggest =>
      `${source === 'BIZCTL_BASE_URL' ? 'To use the profile, unset BIZCTL_BASE_URL. ' : ''}To use ${other}, ${orToken}run: ${suggest('auth', 'login', '--profile', 'NAME', '--base-url', other)}`,
  });
}
