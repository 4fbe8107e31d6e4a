import {listFirst} from '../../../base/and-more.js';

const maxNames = 50;

export function nameTenants(names: readonly string[]): string {
  return listFirst(names, maxNames);
}
