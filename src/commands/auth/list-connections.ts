import type {GlobalOptions} from '../../app/global-options.js';
import {only} from '../../base/catch-errors.js';
import type {Context} from '../../base/context.js';
import {BizctlError, UsageError} from '../../base/errors.js';
import {findProfile} from '../../profile/find-profile.js';
import {profileNamed} from '../../profile/profile-named.js';
import {
  type Connection,
  findEmpty,
  givenBaseUrl,
  namedProfile,
  resolveConnection,
} from '../../profile/resolve-connection.js';
import type {StoredProfiles} from '../../profile/stored-profiles.js';

/** A connection, or the error that prevents it. */
export interface ListedConnection {
  /** The stored profile; `undefined` for the connection from options and environment. */
  readonly profile: string | undefined;
  /** True for the connection that commands use by default. */
  readonly isCurrent: boolean;
  readonly found: Connection | BizctlError;
}

/**
 * Lists the stored profiles, preceded by the connection from options and environment if they override the current
 * profile. With `--profile`, only that one is listed.
 *
 * @throws UsageError for an unknown profile
 */
export async function listConnections(
  stored: StoredProfiles,
  options: GlobalOptions,
  env: Context['env'],
): Promise<readonly ListedConnection[]> {
  const named = namedProfile(options, env);
  if (named) findProfile(stored, named.text, named.source);
  if (options.profile !== undefined)
    return [{profile: options.profile, isCurrent: true, found: await tryToResolve(options, env, stored)}];
  const inUse = env['BIZCTL_PROFILE'] || stored.current;
  // Commands refuse an empty variable in place of the default profile, and say so here too.
  const empty = findEmpty(env, ['BIZCTL_PROFILE', 'BIZCTL_BASE_URL', 'BIZCTL_TOKEN']);
  const isEmpty = !named && stored.current !== undefined && empty !== undefined;
  const isOverridden = isEmpty || givenBaseUrl(options, env) !== undefined || Boolean(env['BIZCTL_TOKEN']);
  const effective = isOverridden
    ? [{profile: undefined, isCurrent: true, found: await tryToResolve(options, env, stored)}]
    : [];
  // A default profile that was removed by hand is shown with its problem.
  const missing = named || isOverridden || inUse === undefined || profileNamed(stored, inUse) ? [] : [inUse];
  const profiles = [...Object.keys(stored.profiles), ...missing].map(async profile => ({
    profile,
    isCurrent: !isOverridden && profile === inUse,
    found: await tryToResolve(missing.includes(profile) ? {} : {profile}, {}, stored),
  }));
  const all = [...effective, ...(await Promise.all(profiles))];
  if (all.length === 0)
    throw new UsageError(
      'no stored profiles, and no base URL in the environment',
      suggest => `Run: ${suggest('auth', 'login')}`,
    );
  return all;
}

function tryToResolve(flags: GlobalOptions, env: Context['env'], stored: StoredProfiles) {
  return resolveConnection(flags, env, async () => stored).catch(only(BizctlError, error => error));
}
