import type {CustomField} from '../api/schemas.js';
import type {JsonObject} from '../json/json.js';
import {pickDocumented} from './documented.js';

/** Fields in an order that does not hang on how the API lists them: by name, and those of one name by id. */
function sortFields(fields: readonly CustomField[]): readonly CustomField[] {
  const keyOf = (field: CustomField) => `${field.name ?? ''}\u0000${field.id ?? ''}`;
  return fields.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** What a fields file is to contain beyond the documented members. */
export interface ExportOptions {
  /** Ids of fields. They are kept anyway where the name does not identify a field. */
  readonly withIds?: true | undefined;
  /** Members that the reference does not name. */
  readonly all?: true | undefined;
}

/** A fields file, and the paths of the members that it leaves out, such as `options.groups[].id`. */
interface FieldsFile {
  readonly custom_fields: readonly JsonObject[];
  readonly dropped: readonly string[];
}

/** The fields as a fields file declares them, so that it can be applied to another tenant as well (faults 148, 149). */
export function toFieldsFile(fields: readonly CustomField[], {withIds, all}: ExportOptions = {}): FieldsFile {
  const names = Map.groupBy(fields, ({name}) => name);
  const picked = sortFields(fields).map(field => ({
    ...(all ? {field, dropped: new Set<string>()} : pickDocumented(field)),
    needsId: (field.name ?? '') === '' || (names.get(field.name)?.length ?? 0) > 1,
  }));
  return {
    custom_fields: picked.map(({field: {id, ...members}, needsId}) =>
      (withIds || needsId) && id !== undefined ? {id, ...members} : members,
    ),
    dropped: [...new Set(picked.flatMap(({dropped}) => [...dropped]))].toSorted(),
  };
}

/** What a file begins with: what editors read, and what cannot be read back. */
export const fieldsFileHead = `# yaml-language-server: $schema=./fields.schema.json
# The schema comes from: bizctl schema fields > fields.schema.json
# The API does not return example_value or hint. Add them here to declare them.
`;
