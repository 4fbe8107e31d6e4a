import {stringOf} from '../json/json.js';
import {createField} from './fields.js';
import {listedResources} from './listed-resources.js';
import {seedFields} from './seed-fields.js';
import type {Store} from './store.js';

function insertSeeds(store: Store): void {
  let count = 0;
  const newId = (prefix: string) => {
    count += 1;
    return `${prefix}${String(count).padStart(12, '0')}`;
  };
  for (const field of seedFields) createField(store, field, newId);
  for (const {kind, seed} of listedResources)
    for (const row of seed)
      store.insert(kind, {id: stringOf(row['id']) ?? '', text: JSON.stringify(row), unshown: '{}', isDeleted: false});
}

/** Replaces everything in the store with the seed tenant. Its ids never change, so that examples can name them. */
export function reseedStore(store: Store): void {
  store.inTransaction(() => {
    store.clear();
    insertSeeds(store);
  });
}

/** Seeds an empty store, once even if two processes try at the same time. */
export function seedNewStore(store: Store): void {
  if (!store.isEmpty()) return;
  store.inTransaction(() => {
    if (store.isEmpty()) insertSeeds(store);
  });
}
