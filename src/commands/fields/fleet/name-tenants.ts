import {andMore} from '../../../base/and-more.js';

const maxNames = 50;

export function nameTenants(names: readonly string[]): string {
  return `${names.slice(0, maxNames).join(', ')}${andMore(names.length - maxNames)}`;
}
