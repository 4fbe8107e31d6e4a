import type {CommandContext} from '../../app/command-context.js';
import {UsageError} from '../../base/errors.js';
import {findProblem} from '../../base/find-problem.js';
import {parseBaseUrl} from '../../profile/parse-address.js';
import {parseProfileName} from '../../profile/parse-profile-name.js';
import {defaultProfile, profileNamed} from '../../profile/profile-named.js';
import {refuseOtherBaseUrl} from '../../profile/refuse-other-origin.js';
import {givenBaseUrl, namedProfile, refuseEmpty} from '../../profile/resolve-connection.js';
import type {StoredProfiles} from '../../profile/stored-profiles.js';

/** The address to log in to and the profile to store it in. */
export interface Tenant {
  readonly name: string;
  readonly baseUrl: URL;
  /** The source of the base URL, for messages. */
  readonly source: string;
}

/**
 * Chooses the tenant from the options, else the stored profile, else a prompt.
 *
 * @throws UsageError when no address is given, AuthError when the profile is for another address
 */
export async function chooseTenant({env, options, prompts}: CommandContext, stored: StoredProfiles): Promise<Tenant> {
  const named = namedProfile(options, env);
  if (!named) refuseEmpty(env, ['BIZCTL_PROFILE', ...(options.baseUrl === undefined ? ['BIZCTL_BASE_URL'] : [])]);
  const name = parseProfileName(named?.text ?? defaultProfile(stored) ?? 'default');
  const existing = profileNamed(stored, name);
  const source = `profile ${JSON.stringify(name)}`;
  const given = givenBaseUrl(options, env) ?? (existing && {text: existing.base_url, source});
  if (!given && !prompts) throw new UsageError('no base URL is configured', 'Pass --base-url or set BIZCTL_BASE_URL.');
  const address = given ?? {
    text: (await prompts?.ask('Base URL of the API (https://host or https://host/path)', findAddressProblem)) ?? '',
    source: 'the prompt',
  };
  const baseUrl = parseBaseUrl(address);
  if (existing) refuseOtherBaseUrl(name, existing, address);
  return {name, baseUrl, source: address.source};
}

function findAddressProblem(text: string): string | undefined {
  return findProblem(() => parseBaseUrl({text, source: 'the prompt'}));
}

/**
 * Adds the token to the tenant's profile.
 *
 * @throws AuthError when the address of the profile has changed since
 */
export function withToken(stored: StoredProfiles, {name, baseUrl, source}: Tenant, value: string): StoredProfiles {
  const existing = profileNamed(stored, name);
  if (existing) refuseOtherBaseUrl(name, existing, {text: baseUrl.href, source});
  const profile = {...existing, base_url: baseUrl.href, token: {value, origin: baseUrl.origin}};
  return {...stored, current: defaultProfile(stored) ?? name, profiles: {...stored.profiles, [name]: profile}};
}
