import type {Context} from '../base/context.js';
import type {Reporter} from '../output/reporter.js';
import type {DocumentKind, DocumentStore} from '../profile/document-store.js';

interface StoreSettings<Stored> extends DocumentKind<Stored> {
  /** Whether a file that others can read may reveal tokens. */
  readonly holdsTokens: boolean;
}

/** Opens a document in the configuration directory. Nothing is read or created yet. */
export async function openStore<Stored extends Record<string, unknown>>(
  {directories, env, uid, timing, signal}: Context,
  reporter: Reporter,
  {holdsTokens, ...kind}: StoreSettings<Stored>,
): Promise<DocumentStore<Stored>> {
  const {createDocumentStore} = await import('../profile/document-store.js');
  const risk = holdsTokens ? ' and may contain tokens' : '';
  const location = {
    directory: (await directories()).config,
    isOwnDirectory: !env['BIZCTL_CONFIG_DIR'],
    uid,
    isSudo: ['SUDO_UID', 'DOAS_USER', 'PKEXEC_UID'].some(name => env[name]),
    sleep: (milliseconds: number) => timing.sleep(milliseconds, signal),
    onReadable: (path: string, problem: string | undefined) =>
      problem === undefined
        ? reporter.note(`${path} was readable by other users${risk}; it is now private`)
        : reporter.warn(`${path} is readable by other users${risk}; cannot make it private: ${problem}`),
  };
  return createDocumentStore(location, kind);
}
