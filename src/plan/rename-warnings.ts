import {isSupersetOf} from '../api/differences.js';
import type {CustomField} from '../api/schemas.js';
import {countNouns} from '../base/count-nouns.js';
import {findNearNames} from '../base/near-names.js';
import {type JsonObject, stringOf} from '../json/json.js';
import type {Change, Remark} from './plan.js';
import {nameOf} from './plan-field.js';
import {toPlainName} from './similar-names.js';

/** Beyond this, comparing names takes seconds. */
const maxComparisons = 100_000;

/**
 * Warns of fields to create that may be meant as renames: they have the type of an undeclared one, and its label or, if
 * that one is to be deleted, nearly its name, or its description.
 */
export function describeRenames(
  creates: readonly Change[],
  undeclared: readonly CustomField[],
  toDelete: readonly CustomField[],
): readonly Remark[] {
  const deleted = new Set(toDelete);
  const byLabel = groupByText(undeclared, 'label');
  const byDescription = groupByText(toDelete, 'description');
  // What many fields have in common says little about one.
  for (const [text, fields] of byDescription) if (fields.length > 1) byDescription.delete(text);
  const checked = Math.floor(maxComparisons / Math.max(1, toDelete.length));
  const unchecked = toDelete.length === 0 ? 0 : Math.max(0, creates.length - checked);
  const taken = new Set<CustomField>();
  const found = creates.flatMap(({name, body = {}, place}, index) => {
    const isTwin = (field: CustomField) =>
      nameOf(field) !== name && isSupersetOf(field['type'], body['type'], ['type']);
    const near = (index < checked ? toDelete : []).filter(field => isNearName(name, nameOf(field)) && isTwin(field));
    const alike = [
      ...(byLabel.get(textOf(body, 'label')) ?? []),
      ...(byDescription.get(textOf(body, 'description')) ?? []),
    ].filter(isTwin);
    // Of many fields with one label, each is named once.
    const twin = [...near, ...alike].find(field => !taken.has(field)) ?? near[0];
    if (!twin) return [];
    taken.add(twin);
    const old = deleted.has(twin)
      ? 'and, with --prune, deletes the old one and its values'
      : 'but does not move the old values';
    return [
      {
        place,
        message: `${JSON.stringify(name)} looks like a rename of ${JSON.stringify(nameOf(twin))}, but names cannot change: applying creates a new field ${old}`,
      },
    ];
  });
  return unchecked === 0
    ? found
    : [...found, {message: `possible renames were not checked for ${countNouns(unchecked, 'more new field')}`}];
}

/** The text of a member, spelled plainly. */
function textOf(field: JsonObject, member: string): string {
  return toPlainName(stringOf(field[member]) ?? '');
}

/** Groups the fields that have the member by its text. */
function groupByText(fields: readonly CustomField[], member: string): Map<string, readonly CustomField[]> {
  const groups = Map.groupBy(fields, field => textOf(field, member));
  groups.delete('');
  return groups;
}

/** Short names are often similar by chance. */
function isNearName(name: string, other: string): boolean {
  return name.length > 5 && findNearNames(name, [other]).length > 0;
}
