import type {GlobalOptions} from '../../app/global-options.js';
import type {Context} from '../../base/context.js';
import {BizctlError, UsageError} from '../../base/errors.js';
import {
  type Connection,
  findProfile,
  givenBaseUrl,
  namedProfile,
  resolveConnection,
} from '../../profile/resolve-connection.js';
import type {StoredProfiles} from '../../profile/stored-profiles.js';

/** One way to a tenant: how it would be gone, or why it cannot be. */
export interface ListedConnection {
  /** The stored profile; `undefined` for what the options and the environment say. */
  readonly profile: string | undefined;
  /** True for the one that commands take when they name none. */
  readonly isCurrent: boolean;
  readonly found: Connection | BizctlError;
}

/**
 * Every stored profile as it is, and first what the options and the environment make of them when that is something else. With `--profile` just what is
 * named.
 *
 * @throws NotFoundError for a profile that there is not
 */
export async function listConnections(
  stored: StoredProfiles,
  options: GlobalOptions,
  env: Context['env'],
): Promise<readonly ListedConnection[]> {
  const named = namedProfile(options, env);
  if (named) findProfile(stored, named.text, named.source);
  const inUse = env['BIZCTL_PROFILE'] || stored.current;
  const isOverridden = givenBaseUrl(options, env) !== undefined || Boolean(env['BIZCTL_TOKEN']);
  const names = options.profile === undefined ? Object.keys(stored.profiles) : [options.profile];
  const effective = isOverridden
    ? [{profile: undefined, isCurrent: true, found: await tryToResolve(options, env, stored)}]
    : [];
  const profiles = names.map(async profile => ({
    profile,
    isCurrent: !isOverridden && profile === inUse,
    found: await tryToResolve({profile}, {}, stored),
  }));
  const all = [...effective, ...(await Promise.all(profiles))];
  if (all.length === 0)
    throw new UsageError(
      'no stored profiles, and no address in the environment',
      suggest => `Run: ${suggest('auth', 'login')}`,
    );
  return all;
}

async function tryToResolve(
  flags: GlobalOptions,
  env: Context['env'],
  stored: StoredProfiles,
): Promise<Connection | BizctlError> {
  try {
    return await resolveConnection(flags, env, async () => stored);
  } catch (error) {
    if (error instanceof BizctlError) return error;
    throw error;
  }
}
