import type {Context} from '../base/context.js';
import type {Reporter} from '../output/reporter.js';
import type {DocumentStore} from '../profile/document-store.js';
import type {StoredProfiles} from '../profile/stored-profiles.js';
import {openStore} from './open-store.js';

export const noProfiles: StoredProfiles = {version: 1, profiles: {}};

/** Opens the stored profiles. Nothing is read or created yet. */
export function openProfiles(context: Context, reporter: Reporter): Promise<DocumentStore<StoredProfiles>> {
  return openStore(context, reporter, {
    name: 'config',
    empty: noProfiles,
    holdsTokens: true,
    loadParser: async () => (await import('../profile/stored-profiles.js')).parseStoredProfiles,
    repair: 'Repair the file, or move it aside and log in again. It was not changed.',
  });
}

export async function readProfiles(context: Context, reporter: Reporter): Promise<StoredProfiles> {
  return (await openProfiles(context, reporter)).read();
}
