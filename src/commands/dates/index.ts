import type {OpenSession} from '../../app/api-context.js';
import {addGroup, type Root} from '../../cli/global-options.js';
import {addDatesParse} from './parse.js';

export function addDates(root: Root, open: OpenSession): void {
  const dates = addGroup(root, 'dates', 'Turn date phrases into dates');
  addDatesParse(dates, open);
}
