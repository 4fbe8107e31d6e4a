import {AuthError, UsageError} from '../base/errors.js';
import {isSameAddress} from '../base/same-address.js';
import type {Message, Target} from '../base/suggest-command.js';
import {defaultSource, findProfile} from './find-profile.js';
import {parseBaseUrl, parseToken, type Sourced} from './parse-address.js';
import {refuseOtherBaseUrl, refuseOtherOrigin} from './refuse-other-origin.js';
import type {Profile, StoredProfiles} from './stored-profiles.js';

export type ConnectionFlags = Pick<Target, 'baseUrl' | 'profile'>;

export interface Connection {
  readonly baseUrl: URL;
  /** Such as `--base-url` or `profile "acme"`. */
  readonly baseUrlSource: string;
  readonly token: string | undefined;
  /** Such as `BIZCTL_TOKEN`; `undefined` without a token. */
  readonly tokenSource: string | undefined;
  /** The profile that identifies this tenant; `undefined` when the address or the token does not come from it. */
  readonly profile?: string | undefined;
}

type Environment = {readonly [variable: string]: string | undefined};

const connectionHint =
  'Run bizctl auth login, pass --base-url, set BIZCTL_BASE_URL, or add --sandbox to try the command on the embedded sandbox.';

function fromEnvironment(env: Environment, variable: string): Sourced | undefined {
  const text = env[variable];
  return text === undefined || text === '' ? undefined : {text, source: variable};
}

export function namedProfile({profile}: ConnectionFlags, env: Environment): Sourced | undefined {
  return profile === undefined ? fromEnvironment(env, 'BIZCTL_PROFILE') : {text: profile, source: '--profile'};
}

export function givenBaseUrl({baseUrl}: ConnectionFlags, env: Environment): Sourced | undefined {
  return baseUrl === undefined ? fromEnvironment(env, 'BIZCTL_BASE_URL') : {text: baseUrl, source: '--base-url'};
}

/**
 * Chooses base URL and token: flag, then environment, then profile. A stored token is sent only to the origin it was
 * saved for, and a named profile is never replaced by another tenant.
 *
 * @param readProfiles called only when a stored profile is needed
 * @throws UsageError when there is no base URL, a token must not be sent to it, the named profile does not exist, or
 * the default profile would stand in for an empty variable
 * @throws AuthError when the profile is for another origin than the given base URL or, with --profile, for another
 * address than BIZCTL_BASE_URL
 */
export async function resolveConnection(
  flags: ConnectionFlags,
  env: Environment,
  readProfiles: () => Promise<StoredProfiles>,
): Promise<Connection> {
  const named = namedProfile(flags, env);
  const given = givenBaseUrl(flags, env);
  const token = fromEnvironment(env, 'BIZCTL_TOKEN');
  if (given && token && !named) return connect(given, token);

  const stored = await readProfiles();
  const name = named?.text ?? stored.current;
  if (name === undefined) {
    const [other] = Object.keys(stored.profiles);
    if (!given)
      throw new UsageError(
        other === undefined ? 'no base URL is configured' : 'no default profile is set, and no base URL is configured',
        other === undefined
          ? connectionHint
          : suggest => `Pass --profile NAME, or run: ${suggest('profile', 'use', other)}`,
      );
    return connect(given, token);
  }
  if (!named) refuseEmpty(env, ['BIZCTL_PROFILE', 'BIZCTL_TOKEN', ...(given ? [] : ['BIZCTL_BASE_URL'])]);
  const profile = findProfile(stored, name, named?.source ?? defaultSource);
  const source = `profile ${JSON.stringify(name)}`;
  const address = given ?? {text: profile.base_url, source};
  const isNamedByFlag = flags.profile !== undefined;
  // --profile takes precedence over BIZCTL_BASE_URL, and one host may serve several tenants.
  if (given && isNamedByFlag && flags.baseUrl === undefined) refuseOtherBaseUrl(name, profile, given);
  // Without a named profile, a token for the address is all that is needed.
  else if (given) refuseOtherOrigin(name, profile, given, named ? '' : 'set BIZCTL_TOKEN to its token, or ');
  const saved = () => savedToken(profile, address, source);
  // A profile named on the command line takes precedence over BIZCTL_TOKEN.
  const chosen = isNamedByFlag ? (saved() ?? token) : (token ?? saved());
  const connection = connect(address, chosen);
  const isItsAddress = isSameAddress(profile.base_url, connection.baseUrl.href);
  // BIZCTL_TOKEN may be for another tenant at the same address, unless the profile was named along with it.
  return {...connection, profile: isItsAddress && (named || chosen?.source !== 'BIZCTL_TOKEN') ? name : undefined};
}

/**
 * An empty variable is often one that a CI job failed to set: the default profile may be another tenant.
 *
 * @throws UsageError
 */
export function refuseEmpty(env: Environment, variables: readonly string[]): void {
  const empty = findEmpty(env, variables);
  if (empty !== undefined)
    throw new UsageError(`${empty} is set but empty`, `Set it, or unset it to use the default profile: unset ${empty}`);
}

export function findEmpty(env: Environment, variables: readonly string[]): string | undefined {
  return variables.find(variable => env[variable] === '');
}

const adviseOnStored: Message = suggest => `To replace it, run: ${suggest('auth', 'login')}`;

function connect(address: Sourced, token: Sourced | undefined): Connection {
  return {
    baseUrl: parseBaseUrl(address),
    baseUrlSource: address.source,
    // A token that was stored is not passed, but replaced.
    token: token && parseToken(token, token.source.startsWith('profile ') ? adviseOnStored : undefined),
    tokenSource: token?.source,
  };
}

function savedToken({token}: Profile, address: Sourced, source: string): Sourced | undefined {
  if (!token) return undefined;
  const {origin} = parseBaseUrl(address);
  if (token.origin !== origin)
    throw new AuthError(`the token of ${source} was saved for ${token.origin}, not for ${origin}`, {
      hint: suggest => `To log in again, run: ${suggest('auth', 'login')}`,
    });
  return {text: token.value, source};
}
