import {idOf} from '../../../api/fields.js';
import {findUniqueFields, parseFieldReference} from '../../../api/find-field.js';
import {deleteField} from '../../../api/write-fields.js';
import type {ApiContext} from '../../../app/api-context.js';
import {executeWrites} from '../../../app/run-writes.js';
import {deletionTable, describeField} from '../view.js';

interface DeleteOptions {
  readonly yes?: true | undefined;
  readonly concurrency: number;
}

/** Deletes fields after confirmation. With `--yes` and only ids, the fields are not read first. */
export async function deleteFields(
  context: ApiContext,
  names: readonly string[],
  {yes, concurrency}: DeleteOptions,
): Promise<void> {
  const confirm = context.openConfirm();
  const references = names.map(parseFieldReference);
  const mustRead = !yes || references.some(({member}) => member === 'name');
  const found = mustRead
    ? await findUniqueFields(context.http, references, !yes)
    : references.map(({value}) => ({id: value}));
  const fields = [...new Map(found.map(field => [idOf(field), field])).values()];
  const [what, them] =
    fields.length === 1 ? ['this custom field', 'it'] : [`these ${fields.length} custom fields`, 'them'];
  await confirm(`Delete ${what} of ${context.tenant}, with the values stored in ${them}?`, fields.map(describeField));
  await executeWrites(context, {
    noun: 'custom fields',
    verb: 'deleted',
    inputs: fields,
    nameOf: describeField,
    concurrency,
    write: async field => ({...(await deleteField(context.http, idOf(field), mustRead)), row: field}),
    show: pages => context.showResults(deletionTable, pages),
  });
}
