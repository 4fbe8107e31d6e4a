import type {CommandContext} from '../../app/command-context.js';
import {openProfiles} from '../../app/open-profiles.js';
import {onePage} from '../../app/pages.js';
import {profileDetail, toShownProfile} from '../profile-view.js';
import {checkToken} from './check-token.js';
import {chooseTenant, withToken} from './choose-tenant.js';
import {readToken} from './read-token.js';

/** Stores a token once the API has accepted it. */
export async function logIn(context: CommandContext): Promise<void> {
  const {reporter} = context;
  const store = await openProfiles(context, reporter);
  const tenant = await chooseTenant(context, await store.read());
  const {name, baseUrl, source} = tenant;
  const token = await readToken(context, `${baseUrl.origin} (profile ${name})`);
  const connection = {baseUrl, baseUrlSource: source, token, tokenSource: 'this login'};
  const limit = await checkToken(context, connection);
  if (limit !== undefined) await reporter.warn(limit);
  await store.change(stored => withToken(stored, tenant, token));
  await reporter.note(`logged in to ${baseUrl.href}; the token is stored unencrypted in ${store.path}`);
  if (context.env['BIZCTL_TOKEN'])
    await reporter.note('BIZCTL_TOKEN is set, and is used instead of the stored token unless --profile is passed');
  const stored = await store.read();
  if (stored.current !== name)
    await reporter.note(suggest => `to make it the default, run: ${suggest('profile', 'use', name)}`);
  await context.showOnly(profileDetail, onePage([toShownProfile(stored, name, context.env)]));
}
