import type {CommandContext} from '../../app/command-context.js';
import {findProblem, UsageError} from '../../base/errors.js';
import {parseProfileName} from '../../profile/name.js';
import {parseBaseUrl} from '../../profile/parse-address.js';
import {givenBaseUrl, namedProfile, refuseOtherOrigin} from '../../profile/resolve-connection.js';
import {profileNamed, type StoredProfiles} from '../../profile/stored-profiles.js';

/** The address to log in to and the profile to store it in. */
export interface Tenant {
  readonly name: string;
  readonly baseUrl: URL;
  /** Where the base URL came from, in words. */
  readonly source: string;
}

/**
 * The tenant that the options name, else the one that is stored, else the one that a person names.
 *
 * @throws UsageError when there is none, AuthError when the name stands for a tenant of another origin
 */
export async function chooseTenant({env, options, prompts}: CommandContext, stored: StoredProfiles): Promise<Tenant> {
  const name = parseProfileName(namedProfile(options, env)?.text ?? stored.current ?? 'default');
  const there = profileNamed(stored, name);
  const source = `profile ${JSON.stringify(name)}`;
  const given = givenBaseUrl(options, env) ?? (there && {text: there.base_url, source});
  if (!given && !prompts)
    throw new UsageError('the address of the tenant is missing', 'Pass it with --base-url or BIZCTL_BASE_URL.');
  const address = given ?? {
    text: (await prompts?.ask('Address of the API (https://host or https://host/path)', findAddressProblem)) ?? '',
    source: 'the prompt',
  };
  const baseUrl = parseBaseUrl(address);
  if (there) refuseOtherOrigin(name, there, baseUrl, address.source);
  return {name, baseUrl, source: address.source};
}

function findAddressProblem(text: string): string | undefined {
  return findProblem(() => parseBaseUrl({text, source: 'the prompt'}));
}

/** The profiles with this token kept for the tenant. @throws AuthError when the name stands for another origin by now */
export function withToken(stored: StoredProfiles, {name, baseUrl, source}: Tenant, value: string): StoredProfiles {
  const there = profileNamed(stored, name);
  if (there) refuseOtherOrigin(name, there, baseUrl, source);
  const profile = {...there, base_url: baseUrl.href, token: {value, origin: baseUrl.origin}};
  return {...stored, current: stored.current ?? name, profiles: {...stored.profiles, [name]: profile}};
}
