import type {Factory} from '../../app/factory.js';
import {addGroup, type Root} from '../../app/global-options.js';
import {addFieldsApply} from './apply.js';
import {addFieldsBrowse} from './browse.js';
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

export function addFields(root: Root, factory: Factory): void {
  const fields = addGroup(root, 'fields', 'Manage custom fields');
  addFieldsList(fields, factory);
  addFieldsBrowse(fields, factory);
  addFieldsGet(fields, factory);
  addFieldsCreate(fields, factory);
  addFieldsUpdate(fields, factory);
  addFieldsEdit(fields, factory);
  addFieldsDelete(fields, factory);
  addFieldsExport(fields, factory);
  addFieldsPlan(fields, factory);
  addFieldsApply(fields, factory);
  addFieldsRuns(fields, factory);
  addFieldsUndo(fields, factory);
  addFieldsDiff(fields, factory);
}
