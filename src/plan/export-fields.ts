import {withoutArchivedTwins} from '../api/looks-deleted.js';
import {type CustomField, isMarkedDeleted} from '../api/schemas.js';
import {compareCodeUnits} from '../base/compare-code-units.js';
import {mapInSteps} from '../base/yield-to-signals.js';
import {type JsonObject, showJson} from '../json/json.js';
import {pickDocumented} from './documented.js';
import {findMisshapen} from './parse-fields.js';
import {toPlainName} from './similar-names.js';

/** By name, then by id, so that an export does not depend on the order of the API's list. */
function byNameAndId(a: CustomField, b: CustomField): number {
  return compareCodeUnits(a.name ?? '', b.name ?? '') || compareCodeUnits(a.id ?? '', b.id ?? '');
}

/** Members to include in a fields file in addition to the documented ones. */
export interface ExportOptions {
  /**
   * Ids of fields. They are included anyway if a name is empty or not unique but for case and spaces, or a member is of
   * an undocumented type.
   */
  readonly withIds?: true | undefined;
  /** Members that the reference does not name. */
  readonly all?: true | undefined;
}

/**
 * The content of a fields file. `dropped` has the paths of members left out, such as `options.groups[].id`; `bound` the
 * names of fields whose ids are included although nobody asked for them.
 */
interface FieldsFile {
  readonly custom_fields: readonly JsonObject[];
  readonly dropped: readonly string[];
  readonly bound: readonly string[];
}

/** Converts fields to declarations that can be applied to any tenant (rows 148, 149). Deleted ones are left out. */
export async function toFieldsFile(
  fields: readonly CustomField[],
  signal: AbortSignal,
  {withIds, all}: ExportOptions = {},
): Promise<FieldsFile> {
  const live = withoutArchivedTwins(fields.filter(field => !isMarkedDeleted(field))).toSorted(byNameAndId);
  const names = Map.groupBy(live, ({name}) => toPlainName(name ?? ''));
  const dropped = new Set<string>();
  const toDeclaration = (field: CustomField) => {
    const declared = all ? withoutMark(field) : pickDocumented(field, dropped).field;
    const isUnique = names.get(toPlainName(field.name ?? ''))?.length === 1;
    return {
      field: declared,
      needsId: (field.name ?? '') === '' || !isUnique || findMisshapen(declared).length > 0,
    };
  };
  const picked = await mapInSteps(live, toDeclaration, signal);
  return {
    custom_fields: picked.map(({field: {id, ...members}, needsId}) =>
      (withIds || needsId) && id !== undefined ? {id, ...members} : members,
    ),
    bound: withIds ? [] : picked.flatMap(({field, needsId}) => (needsId ? showJson(field['name'] ?? null) : [])),
    // Of the mark of deletion (4.4), a file says nothing.
    dropped: [...dropped].filter(path => path !== 'deleted').toSorted(),
  };
}

/** A file cannot declare `deleted`, which is false for all that is exported. */
function withoutMark({deleted: _mark, ...members}: CustomField): CustomField {
  return members;
}

export const fieldsFileHead = `# yaml-language-server: $schema=./fields.schema.json
# The schema comes from: bizctl schema fields > fields.schema.json
# The API does not return example_value or hint. Add them here to declare them.
`;
