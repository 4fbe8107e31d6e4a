import {createDocumentStore, type DocumentStore, type StoreLocation} from './document-store.js';
import type {StoredProfiles} from './stored-profiles.js';

export type ProfileStore = DocumentStore<StoredProfiles>;

export const noProfiles: StoredProfiles = {version: 1, profiles: {}};

export function createProfileStore(location: StoreLocation): ProfileStore {
  return createDocumentStore(location, {
    name: 'config',
    empty: noProfiles,
    loadParser: async () => (await import('./stored-profiles.js')).parseStoredProfiles,
    repair: 'Repair the file, or move it aside and log in again. It was not changed.',
  });
}
