import {existsSync} from 'node:fs';
import {only} from '../base/catch-errors.js';
import type {Context} from '../base/context.js';
import {LocalError, UsageError} from '../base/errors.js';
import type {Reporter} from '../output/reporter.js';
import type {DocumentStore} from '../profile/document-store.js';
import type {StoredSettings} from '../profile/stored-settings.js';
import {openStore} from './open-store.js';

/** Opens the stored settings. Nothing is read or created yet. */
export function openSettings(context: Context, reporter: Reporter): Promise<DocumentStore<StoredSettings>> {
  return openStore(context, reporter, {
    name: 'settings',
    empty: {},
    holdsTokens: false,
    loadParser: async () => (await import('../profile/stored-settings.js')).parseStoredSettings,
    repair: 'Repair the file, or remove it. It was not changed.',
  });
}

/**
 * The stored settings; none without a home directory, or where its files cannot be seen. Jobs with a token from the
 * environment need no file, so they are not stopped by a damaged one (row 85).
 *
 * @param isRequired whether the command is about the settings themselves
 */
export async function readSettings(context: Context, reporter: Reporter, isRequired = false): Promise<StoredSettings> {
  const hasHome = context.directories().then(({config}) => config !== '');
  if (!(await hasHome.catch(only(LocalError, () => false)))) return {};
  const store = await openSettings(context, reporter);
  if (!existsSync(store.path)) return {};
  try {
    return await store.read();
  } catch (error) {
    if (isRequired || !(error instanceof UsageError) || !context.env['BIZCTL_TOKEN']) throw error;
    await reporter.warn(`${error.message}; ignoring stored settings`);
    return {};
  }
}
