import {isObject, type JsonObject} from '../json/json.js';
import type {DesiredField} from './desired-field.js';
import type {Remark} from './plan.js';

/** Warns of members whose values the reference documents as objects (2.1); they are sent anyway. */
export function describeOddValues(body: JsonObject): readonly string[] {
  return ['default_value', 'example_value']
    .filter(member => (body[member] ?? null) !== null && !isObject(body[member]))
    .map(member => `${member} is documented as an object; the API may refuse it`);
}

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
