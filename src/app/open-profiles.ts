import type {Context} from '../base/context.js';
import type {Reporter} from '../output/reporter.js';
import type {ProfileStore} from '../profile/profile-store.js';
import type {StoredProfiles} from '../profile/stored-profiles.js';
import {locateStore} from './locate-store.js';

/** Opens the stored profiles. Nothing is read or created yet. */
export async function openProfiles(context: Context, reporter: Reporter): Promise<ProfileStore> {
  const {createProfileStore} = await import('../profile/profile-store.js');
  return createProfileStore(await locateStore(context, reporter, {holdsTokens: true}));
}

export async function readProfiles(context: Context, reporter: Reporter): Promise<StoredProfiles> {
  return (await openProfiles(context, reporter)).read();
}
