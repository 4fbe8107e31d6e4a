import {describeOddValues} from '../api/schemas.js';
import type {DesiredField} from './desired-field.js';
import type {Remark} from './plan.js';

/**
 * Warns about values of another type than the reference documents, once per member, at its first place. A field with an
 * id is skipped: the API returned its values itself.
 */
export function describeValues(fields: readonly DesiredField[]): readonly Remark[] {
  const first = new Map<string, Remark>();
  for (const {id, members, where, isExact} of fields) {
    if (id !== undefined || isExact) continue;
    for (const message of describeOddValues(members))
      if (!first.has(message)) first.set(message, {place: where(), message});
  }
  return [...first.values()];
}
