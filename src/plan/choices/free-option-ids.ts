import {arrayOf, isObject, type Json, type JsonObject, objectOf, showJson} from '../../json/json.js';
import {listChoices} from './choices.js';
import {isSameId} from './default-choice.js';

/**
 * Replaces the ids of the choices of a field that was deleted by others that no choice has: the API gives new ones to the
 * choices of the field that was created in its place, which may be those of others. Choices are then matched by title.
 */
export function freeOptionIds(members: JsonObject): JsonObject {
  const options = objectOf(members['options']);
  if (!options) return members;
  const choices = listChoices(options);
  const free = (holder: Json, member: string): Json => {
    const id = isObject(holder) ? (holder[member] ?? null) : null;
    const isOfChoice = choices.some(choice => isSameId(choice.id, id));
    return isObject(holder) && isOfChoice ? {...holder, [member]: `${showJson(id)} of a deleted field`} : holder;
  };
  const freeGroup = (group: Json): Json => {
    const inner = arrayOf(objectOf(group)?.['options']);
    return isObject(group) && inner ? {...group, options: inner.map(choice => free(choice, 'id'))} : group;
  };
  const groups = arrayOf(options['groups']);
  const freed = free({...options, ...(groups ? {groups: groups.map(freeGroup)} : {})}, 'default_option_id');
  return {...members, options: freed};
}
