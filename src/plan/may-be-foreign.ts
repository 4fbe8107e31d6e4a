import {describeDifferences} from '../api/compare-replies.js';
import type {CustomField} from '../api/schemas.js';
import {isEmpty, type Json, type JsonObject} from '../json/json.js';
import {sameJson} from '../json/same-json.js';

/** Members that an API does not make up, apart from a label that is the name. */
const ownMembers = ['label', 'description', 'helper_text', 'default_value', 'options', 'validators'];

/**
 * True if a field may be someone else's, although it has the name of a create whose outcome is unknown: it differs from
 * what was sent, or has what was not sent.
 */
export function mayBeForeign(field: CustomField, body: JsonObject): boolean {
  const isUnset = (value: Json | undefined) => isEmpty(value) || value === '' || sameJson(value ?? null, {});
  const isUnsent = (member: string) =>
    isUnset(body[member]) && !isUnset(field[member]) && !(member === 'label' && sameJson(field['label'], field.name));
  return describeDifferences(body, field) !== undefined || ownMembers.some(isUnsent);
}
