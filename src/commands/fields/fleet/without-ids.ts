import {arrayOf, isObject, type Json, type JsonObject} from '../../../json/json.js';
import type {Change, Plan} from '../../../plan/plan.js';

/** Returns a plan to show without ids, which differ between tenants that are alike otherwise. */
export function withoutIds(plan: Plan): Plan {
  return {...plan, changes: plan.changes.map(stripChange), kept: plan.kept.map(stripChange)};
}

function stripChange({id: _id, body, before, differences, ...change}: Change): Change {
  return {
    ...change,
    ...(body ? {body: stripMembers(body)} : {}),
    ...(before ? {before: stripMembers(before)} : {}),
    differences: differences
      .filter(({path}) => !path.endsWith('.id'))
      .map(difference => ({...difference, before: strip(difference.before), after: strip(difference.after)})),
  };
}

function strip(value: Json | undefined): Json | undefined {
  return isObject(value) ? stripMembers(value) : (arrayOf(value ?? null)?.map(each => strip(each) ?? null) ?? value);
}

function stripMembers({id: _id, ...members}: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).map(([member, value]) => [member, strip(value)]));
}
