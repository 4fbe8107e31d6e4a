import {listFields, requireId} from '../../../api/fields.js';
import {checkField, createMembers, updateMembers} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import type {BrowseWrites} from '../../../app/browse/browsable.js';
import {runBrowser} from '../../../app/browse/run-browser.js';
import {editAndUpdate} from '../body/edit-and-update.js';
import {fieldDetail} from '../detail-view.js';
import {describeField, fieldTable} from '../view.js';
import {executeFieldWrites} from '../write/execute-field-writes.js';
import {whileLocked} from '../write/while-locked.js';
import {memberForms, prepareFieldChange} from './prepare-field-change.js';
import {readUnchanged} from './read-unchanged.js';
import {reportWritten} from './report-written.js';

/** How many writes are sent at a time. */
const concurrency = 4;

/** Members that only clients change; others, such as the time of the last use, the API may change by itself. */
const shownMembers = [...new Set([...createMembers, ...updateMembers])];

const writes: BrowseWrites = {
  forms: memberForms,
  edit: (context, rows, onWritten) =>
    editAndUpdate(
      context,
      rows.map(row => requireId(checkField(row))),
      {concurrency},
      pages => reportWritten(pages, onWritten),
    ),
  remove: (context, rows, onWritten) =>
    whileLocked(context, {}, async () => {
      const shown = rows.map(row => ({field: checkField(row), members: shownMembers}));
      const fields = await readUnchanged(context, shown);
      await executeFieldWrites(context, {
        command: 'delete',
        writes: fields.map(before => ({
          label: describeField(before),
          decision: {action: 'delete', id: requireId(before), before},
        })),
        concurrency,
        show: pages => reportWritten(pages, onWritten),
      });
    }),
  prepareChange: (rows, member, value) => prepareFieldChange(rows.map(checkField), member, value, concurrency),
};

export function browseFields(context: ApiContext): Promise<void> {
  return runBrowser(context, {
    group: 'fields',
    noun: 'custom fields',
    table: fieldTable,
    detail: fieldDetail,
    describe: describeField,
    read: pageToken => listFields(context.http, {page_token: pageToken}),
    writes,
  });
}
