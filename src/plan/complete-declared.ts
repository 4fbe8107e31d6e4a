import {withoutArchivedTwins} from '../api/looks-deleted.js';
import {type CustomField, isMarkedDeleted} from '../api/schemas.js';
import type {DesiredField} from './desired-field.js';

/**
 * Completes declarations by the fields that they mean: those that are declared by their ids alone get their names, and
 * those that declare parts of members get these as a whole.
 */
export function completeDeclared(
  fields: readonly DesiredField[],
  current: readonly CustomField[],
): readonly DesiredField[] {
  if (fields.every(({name, membersFor}) => name !== '' && !membersFor)) return fields;
  const byId = new Map(current.map(field => [field.id, field]));
  const live = withoutArchivedTwins(current.filter(field => !isMarkedDeleted(field)));
  const byName = new Map(live.map(field => [field.name, field]));
  return fields.map(field => {
    const known = field.id === undefined ? byName.get(field.name) : byId.get(field.id);
    return known ? {...completeMembers(field, known), name: field.name || (known.name ?? '')} : field;
  });
}

/** The declaration for a field that exists, or that existed and is created again. */
export function completeMembers({membersFor, ...field}: DesiredField, known: CustomField): DesiredField {
  return membersFor ? {...field, members: {...field.members, ...membersFor(known)}} : field;
}
