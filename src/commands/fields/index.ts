import type {OpenDesk} from '../../desk.js';
import {addGroup, type Root} from '../../global-options.js';
import type {OpenSession} from '../../session.js';
import {addFieldsApply} from './apply.js';
import {addFieldsCreate} from './create.js';
import {addFieldsDelete} from './delete.js';
import {addFieldsDiff} from './diff.js';
import {addFieldsEdit} from './edit.js';
import {addFieldsExport} from './export.js';
import {addFieldsGet} from './get.js';
import {addFieldsList} from './list.js';
import {addFieldsPlan} from './plan.js';
import {addFieldsRuns} from './runs.js';
import {addFieldsUndo} from './undo.js';
import {addFieldsUpdate} from './update.js';

export function addFields(root: Root, open: OpenSession, openDesk: OpenDesk): void {
  const fields = addGroup(root, 'fields', 'Look at and change custom fields');
  addFieldsList(fields, open);
  addFieldsGet(fields, open);
  addFieldsCreate(fields, open);
  addFieldsUpdate(fields, open);
  addFieldsEdit(fields, open);
  addFieldsDelete(fields, open);
  addFieldsExport(fields, open);
  addFieldsPlan(fields, open, openDesk);
  addFieldsApply(fields, open, openDesk);
  addFieldsRuns(fields, openDesk);
  addFieldsUndo(fields, open);
  addFieldsDiff(fields, open);
}
