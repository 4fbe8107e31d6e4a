import type {Context} from '../base/context.js';
import type {Reporter} from '../output/reporter.js';
import type {ProfileStore} from '../profile/profile-store.js';

/** Opens the stored profiles. Nothing is read or created yet. */
export async function openProfiles({directories, env, uid}: Context, reporter: Reporter): Promise<ProfileStore> {
  const {createProfileStore} = await import('../profile/profile-store.js');
  return createProfileStore({
    directory: (await directories()).config,
    isOwnDirectory: !env['BIZCTL_CONFIG_DIR'],
    uid,
    onReadable: (path, problem) =>
      problem === undefined
        ? reporter.note(`${path} was readable by other users and may contain tokens; it is now private`)
        : reporter.warn(
            `${path} is readable by other users and may contain tokens; cannot make it private: ${problem}`,
          ),
  });
}
