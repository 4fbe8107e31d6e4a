import type {CustomField} from '../api/schemas.js';
import type {DesiredField} from './desired-field.js';

/** A declared field, and the one that it stands for. */
export interface Match {
  readonly desired: DesiredField;
  readonly current: CustomField | undefined;
  readonly note?: string | undefined;
}

/** A declared field that stands for no one field. */
export interface Ambiguity {
  readonly desired: DesiredField;
  readonly message: string;
}

/** Declared fields matched with those that are there. */
export interface Matches {
  readonly matches: readonly Match[];
  readonly ambiguities: readonly Ambiguity[];
  /** Fields that are there and not declared. */
  readonly undeclared: readonly CustomField[];
}

/** Declared fields that come to one and the same, there or new. */
function findTwice(matches: readonly Match[]): readonly Match[] {
  const same = Map.groupBy(matches, ({current, desired}) => current ?? `new ${desired.name.normalize().toLowerCase()}`);
  return [...same.values()].filter(group => group.length > 1).flat();
}

/** By id where a file has one and the tenant knows it, else by name. */
export function matchFields(desired: readonly DesiredField[], current: readonly CustomField[]): Matches {
  const byId = new Map(current.map(field => [field.id, field]));
  const taken = new Set(desired.flatMap(({id}) => (id === undefined ? [] : (byId.get(id) ?? []))));
  const free = current.filter(field => !taken.has(field));
  const byName = Map.groupBy(free, field => field.name ?? '');
  const byPlainName = Map.groupBy(free, field => (field.name ?? '').normalize());
  const matches: Match[] = [];
  const ambiguities: Ambiguity[] = [];
  for (const field of desired) {
    const known = field.id === undefined ? undefined : byId.get(field.id);
    const named = byName.get(field.name) ?? [];
    const lookalike = byPlainName.get(field.name.normalize())?.[0];
    const idNote = field.id === undefined ? undefined : `unknown id ${field.id}`;
    if (known) matches.push({desired: field, current: known});
    else if (named.length > 1) {
      const ids = named.map(each => each.id).join(' and ');
      ambiguities.push({desired: field, message: `${named.length} fields have that name: ${ids}`});
    } else if (named[0])
      matches.push({desired: field, current: named[0], note: idNote && `${idNote}; matched by its name`});
    else if (lookalike)
      ambiguities.push({
        desired: field,
        message: `a field exists whose name differs only in composed or decomposed characters: ${lookalike.id}`,
      });
    else matches.push({desired: field, current: undefined, note: idNote && `${idNote}; the new field gets another`});
  }
  const twice = findTwice(matches);
  for (const {desired: field} of twice)
    ambiguities.push({desired: field, message: 'declared twice in the files, once by id'});
  const matched = new Set(matches.map(({current}) => current));
  const ambiguous = new Set(ambiguities.map(({desired}) => desired.name.normalize()));
  return {
    matches: matches.filter(match => !twice.includes(match)),
    ambiguities,
    undeclared: current.filter(field => !matched.has(field) && !ambiguous.has((field.name ?? '').normalize())),
  };
}
