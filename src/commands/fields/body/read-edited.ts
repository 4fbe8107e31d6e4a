import {requireId} from '../../../api/fields.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {UsageError} from '../../../base/errors.js';
import {isObject, type JsonObject} from '../../../json/json.js';
import {showValue} from '../../../output/value.js';
import {adviseOnDoubtful, describeCrossed, describeDoubtful} from '../../../plan/choice-warnings.js';
import {adoptOptions} from '../../../plan/choices/adopt-options.js';
import {adviseOnDefault, describeForeignDefault} from '../../../plan/choices/default-choice.js';
import {checkBodies} from './check-bodies.js';
import {findChanges} from './edit-text.js';

/** A field, and the members to send; at least one. */
export interface FieldEdit {
  readonly field: CustomField;
  readonly changes: JsonObject;
}

/**
 * Reads the edited text of the fields.
 *
 * @param path of the text, in messages
 * @throws UsageError with the line and column of each problem
 */
export async function readEdits(
  context: ApiContext,
  text: string,
  path: string,
  fields: readonly CustomField[],
): Promise<readonly FieldEdit[]> {
  const isBlank = hasOnlyComments(text);
  if (isBlank && fields.length > 1) return [];
  const edited = isBlank ? fields.map(field => ({field, members: {}})) : await readEdited(context, text, path, fields);
  const edits: FieldEdit[] = [];
  for (const {field, members} of edited) {
    const {members: own, warning} = withOwnIds(field, members);
    if (warning !== undefined) await context.reporter.warn(`${showValue(field.name)}: ${warning}`);
    const changes = findChanges(field, own);
    if (Object.keys(changes).length > 0) edits.push({field, changes});
  }
  return edits;
}

export function hasOnlyComments(text: string): boolean {
  return text.split('\n').every(line => /^\s*(?:#|$)/.test(line));
}

/**
 * Gives choices the ids that they have: values are stored by id, so a line that was deleted or copied along must not
 * take them from their choice (row 149).
 *
 * @throws UsageError for a default that is no choice or has no id yet, and for an id that is used to rename a choice to the title of
 * another one
 */
function withOwnIds(field: CustomField, members: JsonObject): {members: JsonObject; warning?: string | undefined} {
  const {options} = members;
  if (!isObject(options) || field['options'] === undefined) return {members};
  const kinds = {isExact: true, isOwn: true};
  const {options: adopted, adoptedDefault, crossed, doubtful} = adoptOptions(options, field['options'], kinds);
  const [unclear] = doubtful;
  if (unclear) throw new UsageError(describeDoubtful(unclear), adviseOnDoubtful(unclear));
  if (adoptedDefault.unknownId !== undefined)
    throw new UsageError(describeForeignDefault(adoptedDefault.unknownId), adviseOnDefault);
  if (adoptedDefault.newTitle !== undefined)
    throw new UsageError(
      `the new choice ${JSON.stringify(adoptedDefault.newTitle)} cannot be the default yet: it has no id until it is saved`,
      'Save the choice first, then edit the field again.',
    );
  return {
    members: {...members, options: adopted},
    warning: crossed.length > 0 ? describeCrossed(crossed) : undefined,
  };
}

/** Reads the members of the only field, or a list of fields, each identified by its id. */
async function readEdited(context: ApiContext, text: string, path: string, fields: readonly CustomField[]) {
  const {readObjects} = await import('../input/read-objects.js');
  const {objects} = await readObjects(Buffer.from(text), path, context);
  const only = fields.length === 1 ? fields[0] : undefined;
  if (only && objects.length !== 1)
    throw new UsageError(
      `the text has ${objects.length} objects, but you are editing one field`,
      'Keep only one object.',
    );
  const byId = new Map(fields.map(field => [requireId(field), field]));
  const found = objects.map(({value, where}) => {
    if (only) return {field: only, members: value, where};
    const {id, ...members} = value;
    const field = byId.get(showValue(id));
    if (!field) {
      const isRepeated = fields.some(each => each.id === id);
      const unknown = isRepeated ? 'appears twice' : 'is not being edited';
      throw new UsageError(
        `${where(['id'])}: ${id === undefined ? 'the id is missing' : `the field with the id ${JSON.stringify(id)} ${unknown}`}`,
        isRepeated ? 'Remove one of the two.' : 'Restore the ids that were in the text.',
      );
    }
    byId.delete(requireId(field));
    return {field, members, where};
  });
  const placed = found.map(({field, members, where}) => ({value: members, where, current: field}));
  checkBodies(placed, 'update');
  return found;
}
