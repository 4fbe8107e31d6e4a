import {describeOddValues} from '../api/schemas.js';
import type {DesiredField} from './desired-field.js';

/**
 * Warnings about values that the reference documents otherwise, one a member, with the first place. A field with an id is one
 * that the API has, so its values are not odd to it.
 */
export function describeValues(fields: readonly DesiredField[]): readonly string[] {
  const first = new Map<string, string>();
  for (const {id, members, where} of fields) {
    if (id !== undefined) continue;
    for (const {member, warning} of describeOddValues(members))
      if (!first.has(member)) first.set(member, `${where()}: ${warning}`);
  }
  return [...first.values()];
}
