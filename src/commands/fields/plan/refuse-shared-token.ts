import type {ApiContext} from '../../../app/api-context.js';
import type {CommandContext} from '../../../app/command-context.js';
import {readProfiles} from '../../../app/open-profiles.js';
import {AuthError} from '../../../base/errors.js';

/**
 * Refuses to send BIZCTL_TOKEN to a profile without a token of its own if the others are for another origin: it may be
 * the token of one of those (row 75).
 *
 * @param names of the profiles
 * @throws AuthError before any request is made
 */
export async function refuseSharedToken(context: CommandContext, names: readonly string[]): Promise<void> {
  if (!context.env['BIZCTL_TOKEN']) return;
  const {profiles} = await readProfiles(context, context.reporter);
  const chosen = names.flatMap(name => (profiles[name] ? [{name, ...profiles[name]}] : []));
  const withoutToken = chosen.find(({token}) => token === undefined);
  const origins = new Set(chosen.map(({base_url}) => new URL(base_url).origin));
  if (!withoutToken || origins.size === 1) return;
  throw toSharedTokenError(withoutToken.name);
}

/**
 * The same for two tenants that are compared: where only the other one has a token of its own, BIZCTL_TOKEN is for the
 * first.
 *
 * @param profile of the other tenant
 * @throws AuthError before any request is made
 */
export function refuseTokenOfOther(context: ApiContext, other: ApiContext, profile: string): void {
  const isSameOrigin = context.connection.baseUrl.origin === other.connection.baseUrl.origin;
  // The sandbox takes no token, so that this one is for the other tenant.
  const isForOther = isSameOrigin || context.options.sandbox !== undefined;
  if (!isForOther && other.connection.tokenSource === 'BIZCTL_TOKEN') throw toSharedTokenError(profile);
}

function toSharedTokenError(name: string): AuthError {
  return new AuthError(
    `profile ${JSON.stringify(name)} has no token, and BIZCTL_TOKEN is not sent to profiles of different origins`,
    {hint: suggest => `Unset BIZCTL_TOKEN, or run: ${suggest('auth', 'login', '--profile', name)}`},
  );
}
