import {idOf} from '../../../api/fields.js';
import {findUniqueField, parseFieldReference} from '../../../api/find-field.js';
import type {ApiContext} from '../../../app/api-context.js';
import {GuardError, UsageError} from '../../../base/errors.js';
import {sameJson} from '../../../json/json.js';
import {editField} from './edit-field.js';
import {writeUpdate} from './write-update.js';

/** Edits a field in the user's editor and sends the changes, unless someone else changed the field meanwhile. */
export async function editAndUpdate(context: ApiContext, reference: string): Promise<void> {
  const {prompts, openEditor} = context;
  if (!prompts || !openEditor)
    throw new UsageError(
      'editing needs a terminal',
      suggest => `Pass options instead. Run: ${suggest('fields', 'update', reference, '--label', 'LABEL')}`,
    );
  const find = () => findUniqueField(context.http, parseFieldReference(reference), true);
  const field = await find();
  await editField({context, prompts, openEditor}, field, async changes => {
    if (!sameJson(field, await find()))
      throw new GuardError(
        'someone else changed the field while you edited it',
        'Check its new state, then edit it again.',
      );
    await writeUpdate(context, idOf(field), changes);
  });
}
