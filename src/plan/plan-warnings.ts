import {isSupersetOf} from '../api/differences.js';
import {showPath} from '../api/field-shapes.js';
import {type CustomField, findBodyProblems} from '../api/schemas.js';
import {countNouns} from '../base/count-nouns.js';
import {findNearNames} from '../base/near-names.js';
import {isPathSegment} from '../base/path-segment.js';
import {quoteArgument, toOptionWords} from '../base/shell-word.js';
import {type JsonObject, stringOf} from '../json/json.js';
import {type DesiredField, hasEmptyType} from './desired-field.js';
import {createTenantSearch, findUndocumented, toKey} from './find-undocumented.js';
import {describeLoss} from './losses.js';
import type {FieldMatch} from './match-fields.js';
import type {Change, Permissions, Plan, Refusal, Remark} from './plan.js';
import {nameOf} from './plan-field.js';
import {toPlainName} from './similar-names.js';

/** Beyond this, comparing names takes seconds. */
const maxComparisons = 100_000;

/**
 * Warns of fields to create that may be meant as renames: they have the type of an undeclared one, and its label or, if
 * that one is to be deleted, nearly its name.
 */
export function describeRenames(
  creates: readonly Change[],
  undeclared: readonly CustomField[],
  toDelete: readonly CustomField[],
): readonly Remark[] {
  const deleted = new Set(toDelete);
  const byLabel = Map.groupBy(undeclared, labelOf);
  const checked = Math.floor(maxComparisons / Math.max(1, toDelete.length));
  const unchecked = toDelete.length === 0 ? 0 : Math.max(0, creates.length - checked);
  const taken = new Set<CustomField>();
  const found = creates.flatMap(({name, body, place}, index) => {
    const label = body === undefined ? '' : labelOf(body);
    const isTwin = (field: CustomField) =>
      nameOf(field) !== name && isSupersetOf(field['type'], body?.['type'], ['type']);
    const near = (index < checked ? toDelete : []).filter(field => isNearName(name, nameOf(field)) && isTwin(field));
    const labeled = label === '' ? [] : (byLabel.get(label) ?? []).filter(isTwin);
    // Of many fields with one label, each is named once.
    const twin = [...near, ...labeled].find(field => !taken.has(field)) ?? near[0];
    if (!twin) return [];
    taken.add(twin);
    const old = deleted.has(twin)
      ? 'with --prune deletes the old one with its values'
      : 'the values of the old one do not move';
    return [
      {
        place,
        message: `${JSON.stringify(name)} looks like a rename of ${JSON.stringify(nameOf(twin))}, but names cannot change: an apply creates a new field, and ${old}`,
      },
    ];
  });
  return unchecked === 0
    ? found
    : [...found, {message: `possible renames were not checked for ${countNouns(unchecked, 'more new field')}`}];
}

const maxTypeless = 5;

/** Warns of fields to create without a type: their names may be misspelled. */
export function describeTypeless({changes, undeclared}: Pick<Plan, 'changes' | 'undeclared'>): readonly Remark[] {
  const typeless = changes.filter(({action, body}) => action === 'create' && (body?.['type'] ?? null) === null);
  const names = [...undeclared, ...changes.flatMap(({action, name}) => (action === 'delete' ? name : []))];
  const named = typeless.slice(0, maxTypeless).map(({name, place}) => {
    const [near] = findNearNames(name, names);
    const advice = near === undefined ? 'the API may refuse to create it' : `did you mean ${JSON.stringify(near)}?`;
    return {place, message: `${JSON.stringify(name)} is new and declares no type; ${advice}`};
  });
  const rest = typeless.length - named.length;
  return rest > 0 ? [...named, {message: `no type is declared for ${countNouns(rest, 'more new field')}`}] : named;
}

export function describeEmptyTypes(matches: readonly FieldMatch[]): readonly Remark[] {
  return matches
    .filter(({desired, current}) => hasEmptyType(desired) && (current?.['type'] ?? null) !== null)
    .map(({desired: {name, where}}) => ({
      place: where(['type']),
      message: `${JSON.stringify(name)} has no value after "type", so its type stays as it is`,
    }));
}

function labelOf({label}: JsonObject): string {
  return toPlainName(stringOf(label) ?? '');
}

/** Short names are often similar by chance. */
function isNearName(name: string, other: string): boolean {
  return name.length > 5 && findNearNames(name, [other]).length > 0;
}

/** Refuses changes of fields whose id cannot be part of a URL (row 153). */
export function findIdRefusals(changes: readonly Change[]): readonly Refusal[] {
  return changes.flatMap(({id, name, action}) =>
    id === undefined || isPathSegment(id)
      ? []
      : [
          {
            reason: 'identity' as const,
            message: `cannot ${action} ${JSON.stringify(name)}: its id ${JSON.stringify(id)} cannot be part of a URL`,
            hint:
              action === 'delete'
                ? 'Declare the field by its name, or omit --prune.'
                : 'Leave the field as it is on the tenant: declare its current values, or omit it.',
          },
        ],
  );
}

export function findReplacementRefusals(changes: readonly Change[], {replaceable}: Permissions): readonly Refusal[] {
  return changes
    .filter(({action, name}) => action === 'replace' && !replaceable.has(name))
    .map(change => ({
      reason: 'replace' as const,
      place: change.place,
      message: `${JSON.stringify(change.name)} ${describeLoss(change).join()}`,
      hint: findUndocumented({type: change.body?.['type'] ?? null}).some(({isMisspelled}) => isMisspelled)
        ? 'Correct the type: it looks misspelled.'
        : `If that is intended, pass ${toOptionWords('--replace', change.name).map(quoteArgument).join(' ')}.`,
    }));
}

/** Warns of declared ids that a replacement makes obsolete: a later plan would refuse them. */
export function describeObsoleteIds(changes: readonly Change[], desired: readonly DesiredField[]): readonly Remark[] {
  const declared = new Set(desired.flatMap(({id, where}) => (id === undefined ? [] : where())));
  return changes.flatMap(({action, name, place = ''}) =>
    action === 'replace' && declared.has(place)
      ? [{place, message: `${JSON.stringify(name)} gets a new id; remove its id from the file after the apply`}]
      : [],
  );
}

/**
 * Warns of members and values to send that the reference does not have, once each, at their first place. What the
 * tenant has somewhere is no mistake.
 */
export function describeUndocumented(
  changes: readonly Change[],
  desired: readonly DesiredField[],
  current: readonly CustomField[],
): readonly Remark[] {
  const declared = new Map(desired.map(field => [field.name, field]));
  const isOnTenant = createTenantSearch(current);
  const first = new Map<string, Remark | undefined>();
  for (const {action, body, place, name} of changes) {
    // The body of an update also contains the members of the tenant, and so the one that was meant.
    const field = declared.get(name);
    const searched = action === 'update' ? field?.members : body;
    // Values that an undo restores were there before.
    if (field?.isExact) continue;
    for (const each of findUndocumented(searched ?? {})) {
      const {path, message} = each;
      const key = toKey(each);
      const remark = {place: place === undefined ? JSON.stringify(name) : (field?.where(path) ?? place), message};
      if (!first.has(key)) first.set(key, isOnTenant(each) ? undefined : remark);
    }
  }
  return [...first.values()].filter(remark => remark !== undefined);
}

/**
 * Refuses to send what the API reference does not allow, unless an update only sends back what the tenant shows. Only
 * bodies are checked: a member that a file leaves out may exist on the tenant.
 */
export function findFlawRefusals(changes: readonly Change[], desired: readonly DesiredField[]): readonly Refusal[] {
  const byPlace = new Map(changes.map(change => [change.place, change]));
  const describe = (body: JsonObject) =>
    findBodyProblems(body, 'create').map(({path, message}) => `${showPath(path)} ${message}`);
  // Choices may have moved.
  const toKind = (message: string) => message.replace(/\[\d+\]/g, '[]');
  return desired.flatMap(({flaws, where}) => {
    const {action, body = {}, before} = (flaws.length === 0 ? undefined : byPlace.get(where())) ?? {};
    const sent = describe(body);
    const had = action === 'update' && before ? describe(before).map(toKind) : [];
    const count = (kinds: readonly string[], message: string) => kinds.filter(each => each === toKind(message)).length;
    return flaws
      .filter(({message}) => sent.includes(message) && count(sent.map(toKind), message) > count(had, message))
      .map(({place, message, isMissing}) => ({
        reason: 'shape' as const,
        place,
        message,
        hint: isMissing ? 'Add it; the API reference requires it.' : 'Use a value from the API reference.',
      }));
  });
}
