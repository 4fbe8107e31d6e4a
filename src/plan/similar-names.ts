import {describeDifferences} from '../api/compare-replies.js';
import type {CustomField} from '../api/schemas.js';
import {type JsonObject, stringOf} from '../json/json.js';
import {adoptOptions} from './choices/adopt-options.js';

export function describeSpelling(one: string, other: string): string {
  if (one.normalize() === other.normalize()) return 'Unicode normalization';
  if (one.normalize().trim() === other.normalize().trim()) return 'leading or trailing spaces';
  if (withPlainSpaces(one.normalize()) === withPlainSpaces(other.normalize())) return 'spaces';
  if (one.normalize().toLowerCase() === other.normalize().toLowerCase()) return 'case';
  return toPlainName(one) === toPlainName(other) ? 'case and spaces' : 'case, accents, spaces or punctuation';
}

/** The name without differences of case, Unicode normalization, kinds of spaces, and spaces around it. */
export function toPlainName(name: string): string {
  return withPlainSpaces(name.normalize()).toLowerCase();
}

/** Trims a name, and turns each character that looks like a space, such as a no-break space, into one. */
function withPlainSpaces(name: string): string {
  return name.trim().replaceAll(/\s/g, ' ');
}

/**
 * The letters and digits of a name, as APIs derive identifiers from it: `Deal size (€)` and `deal_size` are the same.
 */
export function toSlug(name: string): string {
  // Most names are slugs already, and a tenant may have 200,000.
  if (/^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(name)) return name;
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
    .join('_');
}

/** True if one slug contains the other: an API may have extended or cut the name. */
export function containsSlug(one: string, other: string): boolean {
  return one !== '' && other !== '' && (one.includes(other) || other.includes(one));
}

/** True if a field has all members that are declared; the API may have given choices other ids. */
function isTwin(members: JsonObject, field: CustomField): boolean {
  const {options} = members;
  const adopted = options ? {options: adoptOptions(options, field['options']).options} : {};
  // Labels tell fields apart that happen to have the same type.
  const isSameLabel = (stringOf(members['label']) ?? '') === (stringOf(field['label']) ?? '');
  return isSameLabel && describeDifferences({...members, ...adopted, name: field.name ?? null}, field) === undefined;
}

/**
 * Returns a function that finds the fields that the API may have created for a name and renamed: those with the same
 * plain name, or else those whose name has the same letters and digits and whose other members are as declared.
 *
 * @param names all that will be looked for
 */
export function createLookalikeFinder(
  fields: readonly CustomField[],
  names: readonly string[],
): (name: string, members: JsonObject) => readonly CustomField[] {
  const groupBy = (toKey: (name: string) => string) => {
    const keys = new Set(names.map(toKey));
    const keyOf = ({name}: CustomField) => toKey(name ?? '');
    // Grouping all of 200,000 fields would take a second.
    const wanted = fields.filter(field => keys.has(keyOf(field)));
    return Map.groupBy(wanted, keyOf);
  };
  const [byPlainName, bySlug] = [groupBy(toPlainName), groupBy(toSlug)];
  return (name, members) => {
    const plain = byPlainName.get(toPlainName(name));
    if (plain) return plain;
    const alike = toSlug(name) === '' ? [] : (bySlug.get(toSlug(name)) ?? []);
    return alike.filter(field => isTwin(members, field));
  };
}
