import type {CommandContext} from '../../app/command-context.js';
import {openProfiles} from '../../app/open-profiles.js';
import {onePage} from '../../app/pages.js';
import {GuardError, UsageError} from '../../base/errors.js';
import {isSameAddress} from '../../base/same-address.js';
import {parseBaseUrl} from '../../profile/parse-address.js';
import {parseProfileName} from '../../profile/parse-profile-name.js';
import {defaultProfile, profileNamed} from '../../profile/profile-named.js';
import {givenBaseUrl} from '../../profile/resolve-connection.js';
import {profileDetail, toShownProfile} from '../profile-view.js';

/** @throws GuardError when a profile of that name has another address */
export async function storeProfile(context: CommandContext, text: string): Promise<void> {
  const name = parseProfileName(text);
  const given = givenBaseUrl(context.options, context.env);
  if (!given) throw new UsageError('missing --base-url', 'Pass the base URL of the tenant: --base-url https://HOST.');
  const base_url = parseBaseUrl(given).href;
  const store = await openProfiles(context, context.reporter);
  let isUnchanged = false;
  await store.change(stored => {
    const existing = profileNamed(stored, name);
    isUnchanged = existing !== undefined;
    if (existing && !isSameAddress(existing.base_url, base_url))
      throw new GuardError(
        `profile ${JSON.stringify(name)} already exists, with base URL ${existing.base_url}`,
        suggest => `Choose another name. To remove that profile, run: ${suggest('profile', 'remove', name)}`,
      );
    return {
      ...stored,
      current: defaultProfile(stored) ?? name,
      profiles: {...stored.profiles, [name]: existing ?? {base_url}},
    };
  });
  const shown = toShownProfile(await store.read(), name, context.env);
  await context.showOnly(profileDetail, onePage([shown]));
  if (isUnchanged) await context.reporter.note(`profile ${JSON.stringify(name)} already has that base URL`);
  if (shown['has_token'] !== true)
    await context.reporter.note(suggest => `to log in, run: ${suggest('auth', 'login', '--profile', name)}`);
}
