import type {FieldReference} from '../../../api/find-field.js';
import {UsageError} from '../../../base/errors.js';
import {encodeSegment} from '../../../http/api-request.js';

/** @throws UsageError for an empty name, or an id that cannot be part of a URL */
export function parseFieldReference(text: string): FieldReference {
  if (!text.startsWith('name:')) {
    const id = text.replace(/^id:(?=(?:id:)*name:)/, '');
    encodeSegment(id);
    return {member: 'id', value: id};
  }
  const value = text.slice('name:'.length);
  if (value === '')
    throw new UsageError('"name:" is not followed by a name', 'Use name:NAME, for example name:priority.');
  return {member: 'name', value};
}

/** Returns a function that is true for fields that a reference may mean. */
export function isReferenced(
  references: readonly FieldReference[],
  allowsBareNames: boolean,
): (field: {readonly id?: string | undefined; readonly name: string}) => boolean {
  return ({id, name}) =>
    references.some(
      ({member, value}) => value === (member === 'id' ? id : name) || (allowsBareNames && value === name),
    );
}
