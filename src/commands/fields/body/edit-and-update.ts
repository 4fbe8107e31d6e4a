import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {cannotCombine, NotFoundError, UsageError} from '../../../base/errors.js';
import {findTargets} from '../find/find-targets.js';
import {requireFields} from '../find/require-fields.js';
import {matchesWords} from '../find/select-fields.js';
import {readFieldsToWrite} from '../runs/read-fields-to-write.js';
import {executeFieldWrites, type FieldWrites, type WriteOptions} from '../write/execute-field-writes.js';
import {prepareUpdate} from '../write/field-write.js';
import {showOutcomes} from '../write/outcome-view.js';
import {refuseChanged} from '../write/refuse-changed.js';
import {editFields} from './edit-fields.js';

interface EditOptions extends WriteOptions {
  readonly matching?: readonly string[] | undefined;
}

export async function editAndUpdate(
  context: ApiContext,
  names: readonly string[],
  options: EditOptions,
): Promise<void> {
  requireEditor(context, names);
  const fields = await findFields(context, names, options);
  await editFound(context, fields, options, pages => showOutcomes(context, pages, fields.length > 1));
}

/**
 * Edits fields in the user's editor and sends the changes, unless someone else changed a field meanwhile.
 *
 * @param fields as they were just read
 * @param show shows the outcomes
 */
export async function editFound(
  context: ApiContext,
  fields: readonly CustomField[],
  options: WriteOptions,
  show: FieldWrites['show'],
): Promise<void> {
  await editFields({context, ...requireEditor(context), isDryRun: options.dryRun === true}, fields, edits =>
    executeFieldWrites(context, {
      ...options,
      command: 'edit',
      verb: 'updated',
      prepare: async () => {
        const edited = edits.map(({field, changes}) => ({field, sent: Object.keys(changes)}));
        await refuseChanged(context, edited, 'while you were editing it', 'Check its new state, then edit it again.');
        return {writes: edits.map(({field, changes}) => prepareUpdate(field, changes))};
      },
      show,
    }),
  );
}

/** @throws UsageError without a terminal */
function requireEditor({prompts, openEditor}: ApiContext, names: readonly string[] = []) {
  if (prompts && openEditor) return {prompts, openEditor};
  const [name = '', ...others] = names;
  // Unlike `edit`, `update` takes no bare name, and another word may be one or an id.
  const field = others.length === 0 && name.startsWith('name:') ? name : 'ID';
  throw new UsageError(
    'editing needs a terminal',
    suggest =>
      `To change it with options, pass its id or name:NAME, for example: ${suggest('fields', 'update', field, '--label', 'LABEL')}`,
  );
}

async function findFields(
  context: ApiContext,
  names: readonly string[],
  {matching}: EditOptions,
): Promise<readonly CustomField[]> {
  if (matching === undefined) {
    const chosen = await requireFields(context, names, 'edit');
    return (await findTargets(context, chosen, {mustRead: true, allowsBareNames: true})).map(({field}) => field);
  }
  if (matching.some(word => word.trim() === ''))
    throw new UsageError('--matching is empty', 'Pass a word to search for.');
  if (names.length > 0) throw cannotCombine('--matching', 'a field');
  const found = (await readFieldsToWrite(context, () => true, {mustBeComplete: true})).filter(field =>
    matchesWords(field, matching),
  );
  if (found.length === 0)
    throw new NotFoundError(`no custom fields match ${matching.map(word => JSON.stringify(word)).join(' ')}`, {
      hint: suggest => `Run: ${suggest('fields', 'list')}`,
    });
  return found;
}
