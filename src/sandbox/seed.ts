import {stringOf} from '../json/json.js';
import {createField} from './fields.js';
import {seedDeals} from './seed-deals.js';
import {seedFields} from './seed-fields.js';
import type {Store} from './store.js';

function insertSeeds(store: Store): void {
  let count = 0;
  const newId = (prefix: string) => {
    count += 1;
    return `${prefix}${String(count).padStart(12, '0')}`;
  };
  for (const field of seedFields) createField(store, field, newId);
  for (const deal of seedDeals)
    store.insert('deal', {id: stringOf(deal['id']) ?? '', text: JSON.stringify(deal), unshown: '{}', isDeleted: false});
}

/** Replaces all that is in the store by the tenant of a new sandbox. Its ids are always the same, so that examples can name them. */
export function reseedStore(store: Store): void {
  store.atOnce(() => {
    store.clear();
    insertSeeds(store);
  });
}

/** Fills a store that is new; of two that try at once, one does. */
export function seedNewStore(store: Store): void {
  if (!store.isEmpty()) return;
  store.atOnce(() => {
    if (store.isEmpty()) insertSeeds(store);
  });
}
