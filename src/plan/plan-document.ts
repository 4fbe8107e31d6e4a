import {createHash} from 'node:crypto';
import type {Difference} from '../api/differences.js';
import {isEmpty, type Json, type JsonObject} from '../json/json.js';
import {canonicalText} from '../json/same-json.js';
import type {DesiredField} from './desired-field.js';
import {pickDocumented} from './documented.js';
import {countLosses, describeLoss, isLoss} from './losses.js';
import {type Change, countChanges, type Permissions, type Plan, type Refusal, showRemark} from './plan.js';
import type {TenantIdentity} from './tenant-identity.js';

export function toDocumented({label: _label, ...difference}: Difference): JsonObject {
  return difference;
}

export interface PlanMeta {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  readonly tenant: TenantIdentity;
  readonly permissions: Permissions;
}

/** Returns 16 hexadecimal digits that do not depend on the order of members. */
export function digest(value: Json): string {
  return createHash('sha256').update(canonicalText(value)).digest('hex').slice(0, 16);
}

/**
 * Digests the documented members of a field that are not empty. An API may change others with each read, such as a
 * count of uses.
 */
export function digestField(field: JsonObject): string {
  const members = Object.entries(pickDocumented(field).field);
  return digest(Object.fromEntries(members.filter(([, value]) => !isEmpty(value))));
}

/** Converts a change to its form in the document, with a digest in place of the previous field. */
export function toChange(change: Change): JsonObject {
  const {before, place, id, body, lostChoices} = change;
  return {
    action: change.action,
    name: change.name,
    id,
    place,
    differences: change.differences.map(toDocumented),
    body,
    lost_choices: lostChoices,
    digest_before: before && digestField(before),
    before: isLoss(change) ? before : undefined,
    notes: [...describeLoss(change), ...change.notes],
  };
}

function toKept({name, action, place, reason = '', differences}: Change): JsonObject {
  return {
    name,
    action,
    place,
    reason: `would have to be replaced: ${reason}`,
    differences: differences.map(toDocumented),
  };
}

export function toDocumentedRefusal(refusal: Refusal): JsonObject {
  const {reason, place, hint} = refusal;
  return {reason, place, message: showRemark(refusal), hint};
}

/** Converts a plan to its JSON document (`bizctl schema plan`). */
export function toPlanDocument(plan: Plan, {id, created_at, tenant, permissions}: PlanMeta): JsonObject {
  return {
    format_version: 1,
    kind: 'plan',
    id,
    created_at,
    base_url: tenant.base_url,
    tenant: tenant.tenant,
    token_fingerprint: tenant.token_fingerprint,
    prune: permissions.isPruning,
    replace: [...permissions.replaceable].toSorted(),
    ...(permissions.idsToDelete ? {remove: [...permissions.idsToDelete].toSorted()} : {}),
    summary: {
      ...countChanges(plan.changes),
      unchanged: plan.unchanged,
      undeclared: plan.undeclared.length,
      protected: plan.kept.length,
      refused: plan.refusals.length,
      losses: countLosses(plan.changes).total,
    },
    changes: plan.changes.map(toChange),
    kept: plan.kept.map(toKept),
    undeclared: plan.undeclared,
    refusals: plan.refusals.map(toDocumentedRefusal),
    warnings: plan.warnings.map(showRemark),
  };
}

/** Returns a declaration without its position in the file. */
export function toDeclared({name, id, isProtected, isExact, members}: DesiredField): JsonObject {
  return {
    name,
    id,
    protect: isProtected || undefined,
    exact: isExact || undefined,
    members,
  };
}
