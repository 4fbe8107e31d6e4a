import {requireId} from '../../../api/fields.js';
import {findUniqueFields, isReferenced, parseFieldReference} from '../../../api/find-field.js';
import type {Page} from '../../../api/page.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {readFieldsToWrite} from '../apply/read-fields-to-write.js';
import {requireFields} from '../require-fields.js';
import {deletionTable, describeField} from '../view.js';
import {executeFieldWrites} from '../write/execute-field-writes.js';
import type {FieldOutcome} from '../write/field-write.js';
import {readStateBefore} from '../write/state-before.js';

interface DeleteOptions {
  readonly yes?: true | undefined;
  readonly concurrency: number;
  readonly dryRun?: true | undefined;
  readonly journal?: true | undefined;
}

/** Deletes fields after confirmation. With `--yes` and only ids, a script need not read them first. */
export async function deleteFields(
  context: ApiContext,
  names: readonly string[],
  options: DeleteOptions,
): Promise<void> {
  const confirm = options.dryRun ? undefined : context.openConfirm();
  const {fields, seen} = await findTargets(context, await requireFields(context, names, 'delete'), options);
  const [what, them] =
    fields.length === 1 ? ['this custom field', 'it'] : [`these ${fields.length} custom fields`, 'them'];
  await confirm?.(`Delete ${what} and the values stored in ${them} from ${context.tenant}?`, fields.map(describeField));
  await executeFieldWrites(context, {
    command: 'delete',
    writes: fields.map(field => {
      const before = seen.has(field) ? field : undefined;
      return {label: describeField(field), decide: () => ({action: 'delete', id: requireId(field), before})};
    }),
    concurrency: options.concurrency,
    dryRun: options.dryRun,
    show: pages => context.showResults(deletionTable, listFields(pages)),
  });
}

/** Finds the fields to delete, each once, and which of them are known to exist. */
async function findTargets(
  context: ApiContext,
  names: readonly string[],
  options: DeleteOptions,
): Promise<{readonly fields: readonly CustomField[]; readonly seen: ReadonlySet<CustomField>}> {
  const references = names.map(parseFieldReference);
  // Nothing is sent before a person has seen which fields are meant.
  const isConfirmed = !options.yes && context.prompts !== undefined;
  if (!options.yes || references.some(({member}) => member === 'name')) {
    const fields = await findUniqueFields(
      await readFieldsToWrite(context, isReferenced(references, isConfirmed)),
      references,
      isConfirmed,
    );
    return {fields, seen: new Set(fields)};
  }
  const listed = await readStateBefore(context, references, options);
  const ids = [...new Set(references.map(({value}) => value))];
  const fields = ids.map(id => listed.find(field => field.id === id) ?? {id});
  return {fields, seen: new Set(listed)};
}

async function* listFields(pages: AsyncIterable<Page<FieldOutcome>>): AsyncGenerator<Page<CustomField>> {
  for await (const {rows} of pages) yield {rows: rows.map(({field}) => field)};
}
