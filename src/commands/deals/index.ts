import type {Factory} from '../../app/factory.js';
import {addGroup, type Root} from '../../app/global-options.js';
import {addDealsBrowse} from './browse.js';
import {addDealsGet} from './get.js';
import {addDealsList} from './list.js';

export function addDeals(root: Root, factory: Factory): void {
  const deals = addGroup(root, 'deals', 'List, show and browse deals');
  addDealsList(deals, factory);
  addDealsBrowse(deals, factory);
  addDealsGet(deals, factory);
}
