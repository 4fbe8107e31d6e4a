import {requireId} from '../../../api/fields.js';
import {type FieldReference, findUniqueFields, isReferenced, parseFieldReference} from '../../../api/find-field.js';
import {merge} from '../../../api/merge.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {GuardError} from '../../../base/errors.js';
import type {SuggestCommand} from '../../../base/suggest-command.js';
import type {JsonObject} from '../../../json/json.js';
import {type MergedOptions, mergeOptions} from '../../../plan/merge-options.js';
import {adviseOnDoubtful, describeDoubtful} from '../../../plan/plan-warnings.js';
import {readFieldsToWrite} from '../apply/read-fields-to-write.js';
import {findMarkedDeleted} from '../find-marked-deleted.js';
import {requireFields} from '../require-fields.js';
import {fieldOutcomeTable} from '../view.js';
import {executeFieldWrites} from '../write/execute-field-writes.js';
import {openDefaultNote, type PreparedWrite} from '../write/field-write.js';
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
interface UpdateTarget {
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
  const hasParts = bodies.some(({declared}) => ['options', 'display_options'].some(member => declared[member]));
  const targets = await findTargets(context, await requireFields(context, names, 'update'), {...options, hasParts});
  const writes = bodies.flatMap(({declared}) =>
    targets.map(({current, before}): PreparedWrite => {
      const id = requireId(current);
      const {own, isDefaultOpen, unknownDefault, doubtful} = keepUndeclared(declared, current);
      const body = {...own, ...buildUpdateBody(options, {...current, ...own})};
      checkFlags(body, 'update');
      const note =
        body['deleted'] === true
          ? (suggest: SuggestCommand) =>
              `it may no longer appear in lists; to undo this, run: ${suggest('fields', 'update', id, '--no-deleted')}`
          : isDefaultOpen
            ? openDefaultNote
            : undefined;
      return {
        label: id,
        decide: () => {
          if (unknownDefault !== undefined)
            throw new GuardError(
              `no choice has the id ${JSON.stringify(unknownDefault)}, so it cannot be the default`,
              'Use the id of a choice that the field has.',
            );
          if (doubtful[0]) throw new GuardError(describeDoubtful(doubtful[0]), adviseOnDoubtful);
          return {action: 'update', id, body, before, note};
        },
      };
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

/**
 * Adds to the options and display options of a file what else the field has of them, because the API replaces them as a
 * whole. Choices get the ids of those of the field. `isDefaultOpen` if the default is a choice that has none yet.
 */
function keepUndeclared(
  declared: JsonObject,
  current: CustomField,
): {readonly own: JsonObject} & Omit<MergedOptions, 'options'> {
  const {options, display_options: display} = declared;
  const own = current['options'];
  const merged = options && own ? mergeOptions(options, own) : undefined;
  return {
    own: {
      ...declared,
      ...(merged ? {options: merged.options} : {}),
      ...(display && current['display_options']
        ? {display_options: merge(display, current['display_options'], ['display_options'])}
        : {}),
    },
    isDefaultOpen: merged?.isDefaultOpen === true,
    unknownDefault: merged?.unknownDefault,
    doubtful: merged?.doubtful ?? [],
  };
}

/**
 * Reads the fields if one is given by name, if a flag or the file sets part of a member, or to record the state before;
 * and several fields always, so that a mistyped one is refused before any is written.
 */
async function findTargets(
  context: ApiContext,
  names: readonly string[],
  options: UpdateFieldOptions & {readonly hasParts: boolean},
): Promise<readonly UpdateTarget[]> {
  const references = names.map(parseFieldReference);
  if (
    names.length > 1 ||
    needsCurrent(options) ||
    options.hasParts ||
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
