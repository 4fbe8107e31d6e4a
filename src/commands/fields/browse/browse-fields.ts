import {listFields} from '../../../api/fields.js';
import {type CustomField, checkField, createMembers, updateMembers} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import type {BrowseWrites} from '../../../app/browse/browsable.js';
import {runBrowser} from '../../../app/browse/run-browser.js';
import type {JsonObject} from '../../../json/json.js';
import {editFound} from '../body/edit-and-update.js';
import {fieldDetail} from '../show/detail-view.js';
import {describeField, fieldTable} from '../show/view.js';
import {executeFieldWrites} from '../write/execute-field-writes.js';
import {prepareDelete} from '../write/field-write.js';
import {memberForms, prepareFieldChange} from './prepare-field-change.js';
import {readUnchanged} from './read-unchanged.js';
import {reportWritten} from './report-written.js';

const concurrency = 4;

/** Members that only clients change; others, such as the time of the last use, the API may change by itself. */
const shownMembers = [...new Set([...createMembers, ...updateMembers])];

function readShown(context: ApiContext, rows: readonly JsonObject[]): Promise<readonly CustomField[]> {
  const shown = rows.map(row => ({field: checkField(row), members: shownMembers}));
  return readUnchanged(context, shown);
}

const writes: BrowseWrites = {
  forms: memberForms,
  edit: async (context, rows, onWritten) =>
    editFound(context, await readShown(context, rows), {concurrency}, pages => reportWritten(pages, onWritten)),
  remove: (context, rows, onWritten) =>
    executeFieldWrites(context, {
      command: 'delete',
      verb: 'deleted',
      prepare: async () => ({writes: (await readShown(context, rows)).map(field => prepareDelete(field, field))}),
      concurrency,
      show: pages => reportWritten(pages, onWritten),
    }),
  prepareChange: (rows, member, value) => prepareFieldChange(rows.map(checkField), member, value, concurrency),
};

export function browseFields(context: ApiContext): Promise<void> {
  return runBrowser(context, {
    group: 'fields',
    table: fieldTable,
    detail: fieldDetail,
    describe: describeField,
    read: pageToken => listFields(context.http, {page_token: pageToken}),
    writes,
  });
}
