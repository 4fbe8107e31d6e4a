import {showPath} from '../api/field-shapes.js';
import {type CustomField, findBodyProblems} from '../api/schemas.js';
import {andMore, listFirst} from '../base/and-more.js';
import {countNouns} from '../base/count-nouns.js';
import {findNearNames} from '../base/near-names.js';
import {type DesiredField, hasEmptyType} from './desired-field.js';
import {createTenantSearch, findUndocumented, toKey} from './find-undocumented.js';
import type {FieldMatch} from './match-fields.js';
import type {Change, Plan, Refusal, Remark} from './plan.js';

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
 * Warns of declared members and values that the reference does not have, once each, at their first place, with the next
 * one. What the tenant has somewhere is no mistake.
 */
export function describeUndocumented(
  desired: readonly DesiredField[],
  current: readonly CustomField[],
): readonly Remark[] {
  const isOnTenant = createTenantSearch(current);
  // Values that an undo restores were there before.
  const found = desired.flatMap(({members, where, isExact}) =>
    isExact ? [] : findUndocumented(members).map(each => ({...each, findPlace: () => where(each.path)})),
  );
  return [...Map.groupBy(found, toKey).values()].flatMap(([first, next, ...others]) => {
    if (!first || isOnTenant(first)) return [];
    const also = next ? ` (also at ${next.findPlace()}${andMore(others.length)})` : '';
    return {place: first.findPlace(), message: `${first.message}${also}`};
  });
}

/**
 * Warns of replacements whose creates lack what the API reference requires, although the files do not: the tenant may
 * not show all of what is carried over, and an API that refuses the create leaves the field deleted.
 */
export function describeCarriedFlaws(changes: readonly Change[], refused: readonly Refusal[]): readonly Remark[] {
  const known = new Set(refused.map(({message}) => message));
  return changes.flatMap(({action, name, place, body = {}}) => {
    const problems = action === 'replace' ? findBodyProblems(body, 'create') : [];
    const flaws = problems.map(({path, message}) => `${showPath(path)} ${message}`).filter(flaw => !known.has(flaw));
    if (flaws.length === 0) return [];
    // An undo has no file.
    const [origin, advice] =
      place === undefined
        ? ['restored', '']
        : ['carried over from the tenant', '; to avoid that, declare it in the file'];
    return {
      place,
      message: `${JSON.stringify(name)}: ${listFirst(flaws, maxFlaws)} in what is ${origin}; if the API refuses it, the field stays deleted${advice}`,
    };
  });
}

const maxFlaws = 3;
