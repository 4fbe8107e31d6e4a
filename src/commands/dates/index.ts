import type {Factory} from '../../app/factory.js';
import {addGroup, type Root} from '../../app/global-options.js';
import {addDatesParse} from './parse.js';

export function addDates(root: Root, factory: Factory): void {
  const dates = addGroup(root, 'dates', 'Parse date phrases');
  addDatesParse(dates, factory);
}
