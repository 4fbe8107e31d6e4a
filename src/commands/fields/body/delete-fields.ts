import type {FieldReference} from '../../../api/find-field.js';
import type {ApiContext} from '../../../app/api-context.js';
import {findTargets, type WriteTarget} from '../find/find-targets.js';
import {requireFields} from '../find/require-fields.js';
import {describeField} from '../show/view.js';
import {executeFieldWrites, type WriteOptions} from '../write/execute-field-writes.js';
import {prepareDelete} from '../write/field-write.js';
import {deletionTable} from '../write/outcome-view.js';
import {refuseChanged} from '../write/refuse-changed.js';
import {whileLocked} from '../write/while-locked.js';

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
  // Locks before reading, so that the state recorded for undo is the one that is deleted.
  if (options.yes)
    return whileLocked(context, options, async () =>
      deleteTargets(context, await findChosen(context, chosen, options), options),
    );
  const targets = await findChosen(context, chosen, options);
  const [what, them] =
    targets.length === 1 ? ['this custom field', 'it'] : [`these ${targets.length} custom fields`, 'them'];
  await confirm?.(
    `Delete ${what} and the values stored in ${them} from ${context.tenant}?`,
    targets.map(({field}) => describeField(field)),
  );
  // An open question must not keep other commands from writing.
  await whileLocked(context, options, async () => {
    const seen = targets.flatMap(({before}) => (before ? [{field: before}] : []));
    if (confirm)
      await refuseChanged(context, seen, 'before you confirmed', 'Review the field, then run the command again.');
    await deleteTargets(context, targets, options);
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

function deleteTargets(context: ApiContext, targets: readonly WriteTarget[], options: DeleteOptions): Promise<void> {
  return executeFieldWrites(context, {
    ...options,
    command: 'delete',
    verb: 'deleted',
    writes: targets.map(({field, before}) => prepareDelete(field, before)),
    show: pages => context.showResults(deletionTable, pages),
  });
}
