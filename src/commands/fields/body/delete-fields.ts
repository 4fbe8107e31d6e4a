import type {FieldReference} from '../../../api/find-field.js';
import type {ApiContext} from '../../../app/api-context.js';
import {findTargets, type WriteTarget} from '../find/find-targets.js';
import {requireFields} from '../find/require-fields.js';
import {describeField} from '../show/view.js';
import {executeFieldWrites, type WriteOptions} from '../write/execute-field-writes.js';
import {prepareDelete} from '../write/field-write.js';
import {deletionTable} from '../write/outcome-view.js';
import {refuseChanged} from '../write/refuse-changed.js';

interface DeleteOptions extends WriteOptions {
  readonly yes?: true | undefined;
}

/** Deletes fields after confirmation. With `--yes` and only ids, a script need not read them first. */
export async function deleteFields(
  context: ApiContext,
  names: readonly string[],
  options: DeleteOptions,
): Promise<void> {
  const chosen = await requireFields(context, names, 'delete');
  const confirm = options.dryRun ? undefined : context.openConfirm();
  const remove = (find: () => Promise<readonly WriteTarget[]>) =>
    executeFieldWrites(context, {
      ...options,
      command: 'delete',
      verb: 'deleted',
      prepare: async () => ({writes: (await find()).map(({field, before}) => prepareDelete(field, before))}),
      show: pages => context.showResults(deletionTable, pages),
    });
  // Reads them as part of the write, so that the state recorded for undo is the one that is deleted.
  if (options.yes) return remove(() => findChosen(context, chosen, options));
  const targets = await findChosen(context, chosen, options);
  const [what, them] =
    targets.length === 1 ? ['this custom field', 'it'] : [`these ${targets.length} custom fields`, 'them'];
  await confirm?.(
    `Delete ${what} and the values stored in ${them} from ${context.tenant}?`,
    targets.map(({field}) => describeField(field)),
  );
  // An open question must not keep other commands from writing.
  await remove(async () => {
    if (confirm)
      await refuseChanged(context, targets, 'before you confirmed', 'Review the field, then run the command again.');
    return targets;
  });
}

function findChosen(context: ApiContext, chosen: readonly FieldReference[], {yes, journal}: DeleteOptions) {
  return findTargets(context, chosen, {
    mustRead: !yes,
    // Nothing is sent before a person has seen which fields are meant.
    allowsBareNames: !yes && context.prompts !== undefined,
    journal,
  });
}
