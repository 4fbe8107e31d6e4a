import type {Context} from '../base/context.js';
import type {Reporter} from '../output/reporter.js';
import type {StoreLocation} from '../profile/document-store.js';

/**
 * Finds where profiles and settings are stored. Nothing is read or created yet.
 *
 * @param holdsTokens whether a file that others can read may reveal tokens
 */
export async function locateStore(
  {directories, env, uid, timing, signal}: Context,
  reporter: Reporter,
  {holdsTokens}: {readonly holdsTokens: boolean},
): Promise<StoreLocation> {
  const risk = holdsTokens ? ' and may contain tokens' : '';
  return {
    directory: (await directories()).config,
    isOwnDirectory: !env['BIZCTL_CONFIG_DIR'],
    uid,
    isSudo: ['SUDO_UID', 'DOAS_USER', 'PKEXEC_UID'].some(name => env[name]),
    sleep: milliseconds => timing.sleep(milliseconds, signal),
    onReadable: (path, problem) =>
      problem === undefined
        ? reporter.note(`${path} was readable by other users${risk}; it is now private`)
        : reporter.warn(`${path} is readable by other users${risk}; cannot make it private: ${problem}`),
  };
}
