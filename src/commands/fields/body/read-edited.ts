import {requireId} from '../../../api/fields.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {UsageError} from '../../../base/errors.js';
import type {JsonObject} from '../../../json/json.js';
import {showValue} from '../../../output/value.js';
import type {TempFile} from '../../../system/files/temp-file.js';
import {checkBodies, warnOfUnknown} from './check-bodies.js';
import {findChanges} from './edit-text.js';
import {readBodies} from './read-bodies.js';

/** A field, and the members to send; at least one. */
export interface FieldEdit {
  readonly field: CustomField;
  readonly changes: JsonObject;
}

/**
 * Reads the edited text of the fields.
 *
 * @throws UsageError with the line and column of each problem
 */
export async function readEdits(
  context: ApiContext,
  file: TempFile,
  fields: readonly CustomField[],
): Promise<readonly FieldEdit[]> {
  const text = file.read();
  if (text.includes('\0')) throw new UsageError('the text contains a NUL character', 'Remove it.');
  const hasOnlyComments = text.split('\n').every(line => /^\s*(?:#|$)/.test(line));
  const [field, ...others] = fields;
  const edited =
    field && others.length === 0
      ? [{field, members: hasOnlyComments ? {} : await readMembers(context, file)}]
      : hasOnlyComments
        ? []
        : await readList(context, file, fields);
  return edited.flatMap(({field, members}) => {
    const changes = findChanges(field, members);
    return Object.keys(changes).length === 0 ? [] : [{field, changes}];
  });
}

async function readMembers(context: ApiContext, {path}: TempFile): Promise<JsonObject> {
  const {bodies} = await readBodies(context, 'update', path, () => ({}));
  return bodies[0]?.declared ?? {};
}

/** Reads a list of fields, each identified by its id. */
async function readList(context: ApiContext, file: TempFile, fields: readonly CustomField[]) {
  const {readObjects} = await import('../../../json/read-objects.js');
  const {objects} = await readObjects(Buffer.from(file.read()), file.path);
  const byId = new Map(fields.map(field => [requireId(field), field]));
  const found = objects.map(({value: {id, ...members}, where}) => {
    const field = byId.get(showValue(id));
    if (!field)
      throw new UsageError(
        `${where(['id'])}: ${id === undefined ? 'the id is missing' : `no field with the id ${JSON.stringify(id)} is being edited`}`,
        'Keep the ids as they were.',
      );
    byId.delete(requireId(field));
    return {field, members, where};
  });
  const placed = found.map(({members, where}) => ({value: members, where}));
  checkBodies(placed, 'update');
  await warnOfUnknown(context, placed, 'update');
  return found;
}
