import {requireId} from '../../../api/fields.js';
import {type FieldReference, findUniqueFields, isReferenced, parseFieldReference} from '../../../api/find-field.js';
import {merge} from '../../../api/merge.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import type {SuggestCommand} from '../../../base/suggest-command.js';
import type {JsonObject} from '../../../json/json.js';
import {adoptOptions} from '../../../plan/adopt-options.js';
import {readFieldsToWrite} from '../apply/read-fields-to-write.js';
import {findMarkedDeleted} from '../find-marked-deleted.js';
import {requireFields} from '../require-fields.js';
import {fieldOutcomeTable} from '../view.js';
import {executeFieldWrites} from '../write/execute-field-writes.js';
import type {PreparedWrite} from '../write/field-write.js';
import {outcomeDetail} from '../write/outcome-view.js';
import {readStateBefore} from '../write/state-before.js';
import {buildUpdateBody, needsCurrent, type UpdateOptions} from './build-body.js';
import {checkFlags} from './check-bodies.js';
import {readBodies} from './read-bodies.js';
import {warnOfValues} from './warn-of-values.js';

interface UpdateFieldOptions extends UpdateOptions {
  readonly file?: string | undefined;
  readonly concurrency: number;
  readonly dryRun?: true | undefined;
  readonly journal?: true | undefined;
}

/** A field to update; `current` is only its id if it was not read. */
interface Target {
  readonly current: CustomField;
  readonly before: CustomField | undefined;
}

/** Updates fields from flags, a file or both, all with the same changes. */
export async function updateFromOptions(
  context: ApiContext,
  names: readonly string[],
  options: UpdateFieldOptions,
): Promise<void> {
  const {bodies} = await readBodies(context, 'update', options.file, base => buildUpdateBody(options, base));
  const hasChoices = bodies.some(({declared}) => declared['options'] !== undefined);
  const targets = await findTargets(context, await requireFields(context, names, 'update'), {...options, hasChoices});
  const writes = bodies.flatMap(({declared}) =>
    targets.map(({current, before}): PreparedWrite => {
      const id = requireId(current);
      const own = keepChoices(declared, current);
      const body = {...own, ...buildUpdateBody(options, {...current, ...own})};
      checkFlags(body, 'update');
      const note =
        body['deleted'] === true
          ? (suggest: SuggestCommand) =>
              `it may no longer appear in lists; to undo this, run: ${suggest('fields', 'update', id, '--no-deleted')}`
          : undefined;
      return {label: id, decide: () => ({action: 'update', id, body, before}), note};
    }),
  );
  await warnOfValues(
    context,
    bodies.map(({body}) => body),
  );
  await executeFieldWrites(context, {
    command: 'update',
    writes,
    concurrency: options.concurrency,
    dryRun: options.dryRun,
    show: pages =>
      names.length > 1 ? context.showResults(fieldOutcomeTable, pages) : context.showOnly(outcomeDetail, pages),
  });
}

/** Gives the choices of a file the ids of those of the field, and what else the field has of them. */
function keepChoices(declared: JsonObject, {options: current}: CustomField): JsonObject {
  const {options} = declared;
  if (options === undefined || (current ?? null) === null) return declared;
  return {...declared, options: merge(adoptOptions(options, current).options, current)};
}

/**
 * Reads the fields if one is given by name, if a flag sets part of a member, if choices have to keep their ids, or to
 * record the state before; and several fields always, so that a mistyped one is refused before any is written.
 */
async function findTargets(
  context: ApiContext,
  names: readonly string[],
  options: UpdateFieldOptions & {readonly hasChoices: boolean},
): Promise<readonly Target[]> {
  const references = names.map(parseFieldReference);
  if (
    names.length > 1 ||
    needsCurrent(options) ||
    options.hasChoices ||
    references.some(({member}) => member === 'name')
  ) {
    const unlisted = new Set<CustomField>();
    const findElsewhere = async (reference: FieldReference) => {
      // A flag that sets part of a member needs the whole of it.
      const found = needsCurrent(options) ? undefined : await findMarkedDeleted(context, reference);
      if (found) unlisted.add(found);
      return found;
    };
    const found = await findUniqueFields(
      await readFieldsToWrite(context, isReferenced(references)),
      references,
      false,
      findElsewhere,
    );
    return found.map(field => ({current: field, before: unlisted.has(field) ? undefined : field}));
  }
  // A field that is marked as deleted is not listed, and can still be updated.
  const listed = await readStateBefore(context, references, options);
  return references.map(({value: id}) => ({current: {id}, before: listed.find(field => field.id === id)}));
}
