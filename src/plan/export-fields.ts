import type {CustomField} from '../api/schemas.js';
import type {JsonObject} from '../json/json.js';

/** Fields in an order that does not hang on how the API lists them: by name, and those of one name by id. */
export function sortFields(fields: readonly CustomField[]): readonly CustomField[] {
  const keyOf = (field: CustomField) => `${field.name ?? ''}\u0000${field.id ?? ''}`;
  return fields.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** The fields as a fields file declares them: just as the API has them. */
export function toFieldsFile(fields: readonly CustomField[]): JsonObject {
  return {custom_fields: sortFields(fields)};
}

/** What a file begins with: what editors read, and what cannot be read back. */
export const fieldsFileHead = `# yaml-language-server: $schema=./fields.schema.json
# The schema comes from: bizctl schema fields > fields.schema.json
# The API does not return example_value or hint. Add them here to declare them.
`;
