import {addGroup, type Root} from '../../global-options.js';
import type {OpenSession} from '../../session.js';
import {addDatesParse} from './parse.js';

export function addDates(root: Root, open: OpenSession): void {
  const dates = addGroup(root, 'dates', 'Turn date phrases into dates');
  addDatesParse(dates, open);
}
