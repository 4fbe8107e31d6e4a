import type {Context} from '../base/context.js';
import type {Reporter} from '../output/reporter.js';
import type {StoreLocation} from '../profile/document-store.js';

/**
 * Finds where profiles and settings are stored. Nothing is read or created yet.
 *
 * @param risk what a file that others can read may reveal, for messages: ` and may contain tokens`
 */
export async function locateStore(
  {directories, env, uid, timing, signal}: Context,
  reporter: Reporter,
  risk = '',
): Promise<StoreLocation> {
  return {
    directory: (await directories()).config,
    isOwnDirectory: !env['BIZCTL_CONFIG_DIR'],
    uid,
    sleep: milliseconds => timing.sleep(milliseconds, signal),
    onReadable: (path, problem) =>
      problem === undefined
        ? reporter.note(`${path} was readable by other users${risk}; it is now private`)
        : reporter.warn(`${path} is readable by other users${risk}; cannot make it private: ${problem}`),
  };
}
