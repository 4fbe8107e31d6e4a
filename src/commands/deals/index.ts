import type {OpenSession} from '../../app/api-context.js';
import {addGroup, type Root} from '../../cli/global-options.js';
import {addDealsList} from './list.js';

export function addDeals(root: Root, open: OpenSession): void {
  const deals = addGroup(root, 'deals', 'Look at deals');
  addDealsList(deals, open);
}
