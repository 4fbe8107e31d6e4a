import type {Context} from '../base/context.js';
import type {Reporter} from '../output/reporter.js';
import type {ProfileStore} from '../profile/profile-store.js';

/** The stored profiles. Opening reads and makes nothing. */
export async function openProfiles({directories, env, uid}: Context, reporter: Reporter): Promise<ProfileStore> {
  const {createProfileStore} = await import('../profile/profile-store.js');
  return createProfileStore({
    directory: (await directories()).config,
    isOwnDirectory: !env['BIZCTL_CONFIG_DIR'],
    uid,
    onReadable: (path, problem) =>
      problem === undefined
        ? reporter.note(`${path} could be read by others, and now cannot: it may hold tokens`)
        : reporter.warn(`${path} can be read by others, and may hold tokens; that cannot be changed: ${problem}`),
  });
}
