import {idOf} from '../../../api/fields.js';
import {findUniqueField, parseFieldReference} from '../../../api/find-field.js';
import type {ApiContext} from '../../../app/api-context.js';
import type {SuggestCommand} from '../../../base/suggest-command.js';
import {buildUpdateBody, needsCurrent, type UpdateOptions} from './build-body.js';
import {checkFlags, readBodies} from './read-bodies.js';
import {warnOfValues} from './warn-of-values.js';
import {writeUpdate} from './write-update.js';

interface UpdateFieldOptions extends UpdateOptions {
  readonly file?: string | undefined;
}

/** Updates a field from flags, a file or both. Reads it first if given by name, or if a flag sets part of a member. */
export async function updateFromOptions(
  context: ApiContext,
  field: string,
  options: UpdateFieldOptions,
): Promise<void> {
  const reference = parseFieldReference(field);
  const {bodies} = await readBodies(context, 'update', options.file, base => buildUpdateBody(options, base));
  const current =
    needsCurrent(options) || reference.member === 'name'
      ? await findUniqueField(context.http, reference, false)
      : {id: reference.value};
  const id = idOf(current);
  for (const {declared} of bodies) {
    const body = {...declared, ...buildUpdateBody(options, {...current, ...declared})};
    checkFlags(body, 'update');
    await warnOfValues(context, [body]);
    const note =
      body['deleted'] === true
        ? (suggest: SuggestCommand) =>
            `it may no longer appear in lists; to undo this, run: ${suggest('fields', 'update', id, '--no-deleted')}`
        : undefined;
    await writeUpdate(context, id, body, note);
  }
}
