import type {CustomField} from '../../api/fields.js';
import {arrayOf, isObject, type Json, type JsonObject, objectOf} from '../../json.js';

function choicesOf(options: Json | undefined): readonly JsonObject[] {
  const groups = arrayOf(objectOf(options)?.['groups']) ?? [];
  return groups.flatMap(group => arrayOf(objectOf(group)?.['options']) ?? []).filter(isObject);
}

/**
 * The body with the ids that the choices of the field have already, found by their titles. Stored values point to those ids: a choice that
 * was sent again without one would come back as a new choice.
 */
export function adoptOptionIds(body: JsonObject, field: CustomField): JsonObject {
  const {options} = body;
  const groups = isObject(options) ? arrayOf(options['groups']) : undefined;
  if (!isObject(options) || !groups) return body;
  const ids = new Map(choicesOf(field['options']).map(({title, id}) => [JSON.stringify(title), id]));
  const adopt = (choice: Json): Json => {
    const id = isObject(choice) && choice['id'] === undefined ? ids.get(JSON.stringify(choice['title'])) : undefined;
    return isObject(choice) && id !== undefined ? {id, ...choice} : choice;
  };
  const adopted = groups.map(group => {
    const choices = isObject(group) ? arrayOf(group['options']) : undefined;
    return isObject(group) && choices ? {...group, options: choices.map(adopt)} : group;
  });
  return {...body, options: {...options, groups: adopted}};
}
