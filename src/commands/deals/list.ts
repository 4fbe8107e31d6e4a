import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {addPlainList} from '../options.js';
import {dealTable} from './view.js';

export function addDealsList(deals: Group, factory: Factory): void {
  addPlainList(deals, factory, {
    noun: 'deals',
    table: dealTable,
    examples: ['bizctl deals list --limit 20', 'bizctl deals list --output ndjson --columns id,title'],
  });
}
