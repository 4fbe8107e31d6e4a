import type {JsonObject} from '../json/json.js';
import {type Action, type Change, type Plan, showRemark} from './plan.js';
import {toDocumentedRefusal} from './plan-document.js';
import type {TenantIdentity} from './tenant-identity.js';

/** How a tenant's field compares with its declaration. */
export type FieldState = 'missing' | 'differs' | 'extra';

const states: {readonly [action in Action]: FieldState} = {
  create: 'missing',
  update: 'differs',
  replace: 'differs',
  delete: 'extra',
};

export function stateOf({action}: Pick<Change, 'action'>): FieldState {
  return states[action];
}

/** Lists the changes of a plan, and those that protection prevents, as differences. */
export function listDiffering({changes, kept}: Plan): readonly Change[] {
  return [...changes, ...kept];
}

export function countStates(plan: Plan): {readonly [state in FieldState]: number} {
  const found = listDiffering(plan).map(stateOf);
  const count = (state: FieldState) => found.filter(each => each === state).length;
  return {missing: count('missing'), differs: count('differs'), extra: count('extra')};
}

function toField(change: Change): JsonObject {
  const {name, id, place, differences, body, before} = change;
  const state = stateOf(change);
  return {
    state,
    name,
    id,
    place,
    desired: state === 'missing' ? body : undefined,
    current: state === 'extra' ? before : undefined,
    differences:
      state === 'differs'
        ? differences.map(({path, before: current, after: desired, order}) => ({path, current, desired, order}))
        : [],
  };
}

/** Converts a plan to the document of a comparison (`bizctl schema diff`). */
export function toDiffDocument(plan: Plan, {base_url, tenant}: TenantIdentity): JsonObject {
  return {
    format_version: 1,
    kind: 'diff',
    base_url,
    tenant,
    summary: {...countStates(plan), same: plan.unchanged},
    fields: listDiffering(plan).map(toField),
    refusals: plan.refusals.map(toDocumentedRefusal),
    warnings: plan.warnings.map(showRemark),
  };
}
