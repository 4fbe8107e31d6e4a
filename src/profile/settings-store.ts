import {createDocumentStore, type DocumentStore, type StoreLocation} from './document-store.js';
import type {StoredSettings} from './stored-settings.js';

export type SettingsStore = DocumentStore<StoredSettings>;

export function createSettingsStore(location: StoreLocation): SettingsStore {
  return createDocumentStore(location, {
    name: 'settings',
    empty: {},
    loadParser: async () => (await import('./stored-settings.js')).parseStoredSettings,
    repair: 'Repair the file, or remove it. It was not changed.',
  });
}
