import type {CustomField} from '../api/schemas.js';
import type {DesiredField} from './desired-field.js';

/** The fields with a declared name or id: few, where a tenant has 200,000. */
export function selectNamed(desired: readonly DesiredField[], fields: readonly CustomField[]): readonly CustomField[] {
  const names = new Set(desired.map(({name}) => name));
  const ids = new Set(desired.flatMap(({id}) => id ?? []));
  return fields.filter(({id, name}) => names.has(name ?? '') || ids.has(id ?? ''));
}

export function indexFields(fields: readonly CustomField[]) {
  return {
    byId: new Map(fields.map(field => [field.id, field])),
    byName: Map.groupBy(fields, field => field.name ?? ''),
  };
}
