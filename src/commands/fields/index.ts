import type {OpenSession} from '../../app/api-context.js';
import type {OpenDesk} from '../../app/command-context.js';
import type {ChooseWords} from '../../cli/filter-commands.js';
import {addGroup, type Group, type Root} from '../../cli/global-options.js';
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

type Add = (fields: Group, open: OpenSession, openDesk: OpenDesk) => void;

/** In the order of the help. */
const verbs: {readonly [verb: string]: Add} = {
  list: addFieldsList,
  get: addFieldsGet,
  create: addFieldsCreate,
  update: addFieldsUpdate,
  edit: addFieldsEdit,
  delete: addFieldsDelete,
  export: addFieldsExport,
  plan: addFieldsPlan,
  apply: addFieldsApply,
  runs: addFieldsRuns,
  undo: addFieldsUndo,
  diff: addFieldsDiff,
};

/** @param choose which of the verbs the command line may be about */
export function addFields(root: Root, open: OpenSession, openDesk: OpenDesk, choose: ChooseWords): void {
  const fields = addGroup(root, 'fields', 'Look at and change custom fields');
  for (const verb of choose(Object.keys(verbs))) verbs[verb]?.(fields, open, openDesk);
}
