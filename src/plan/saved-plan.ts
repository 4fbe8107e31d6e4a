import * as z from 'zod';
import type {CustomField} from '../api/schemas.js';
import {StaleError, UsageError} from '../base/errors.js';
import {isObject, type Json, type JsonObject} from '../json/json.js';
import {tryParseJson} from '../json/parse-json.js';
import type {DesiredField} from './desired-field.js';
import {DamagedJournalError} from './journal.js';
import type {Plan} from './plan.js';
import {digest, digestField, type PlanMeta, toDeclared, toPlanDocument} from './plan-document.js';
import {jsonObject, type PlannedChange, runPlan} from './planned-change.js';
import type {Run} from './run.js';
import {pickSeenFields, type SeenField} from './tenant-identity.js';

/** Returns the plan document with the declarations, to apply it later, and a digest that detects edits. */
export function toSavedPlan(
  plan: Plan,
  desired: readonly DesiredField[],
  current: readonly CustomField[],
  meta: PlanMeta,
): JsonObject {
  const declared = desired.map(field => ({
    ...toDeclared(field),
    place: field.where(),
    ...(field.isShared ? {shared: true} : {}),
    ...(field.flaws.length > 0 ? {flaws: field.flaws.map(flaw => ({...flaw}))} : {}),
  }));
  const touched = new Set(plan.changes.flatMap(({id}) => id ?? []));
  const seen = pickSeenFields(current, touched).map(field => ({...field}));
  const document = {...toPlanDocument(plan, meta), seen, declared};
  return {...document, digest: digest(document)};
}

const savedPlan = z.looseObject({
  format_version: z.literal(1),
  kind: z.literal('plan'),
  id: z.string().regex(/^[\w-]{1,80}$/),
  digest: z.string(),
  ...runPlan.shape,
  prune: z.boolean(),
  replace: z.array(z.string()),
  remove: z.array(z.string()).optional(),
  declared: z.array(
    z.looseObject({
      name: z.string(),
      id: z.string().optional(),
      protect: z.boolean().optional(),
      exact: z.boolean().optional(),
      shared: z.boolean().optional(),
      place: z.string(),
      members: jsonObject,
      flaws: z.array(z.looseObject({place: z.string(), message: z.string(), isMissing: z.boolean()})).optional(),
    }),
  ),
});

/** True if the `before` of a loss, which a reviewer reads, matches the digest of the change. */
function isBeforeIntact({before, digest_before: expected}: PlannedChange): boolean {
  return !isObject(before) || digestField(before) === expected;
}

/** A plan read back from a file or a journal. */
export interface SavedPlan extends Omit<PlanMeta, 'created_at'> {
  readonly seen: readonly SeenField[];
  /** The document as it was saved, without its digest. */
  readonly document: JsonObject;
  readonly changes: readonly PlannedChange[];
  readonly desired: readonly DesiredField[];
}

/** True for the text of a saved plan, complete or not. */
export function isSavedPlan(text: string): boolean {
  if (/^\s*\{\s*"format_version"\s*:\s*\d+\s*,\s*"kind"\s*:\s*"plan"/.test(text)) return true;
  // Another program may have sorted the members.
  const value = tryParseJson(text);
  return isObject(value) && value['kind'] === 'plan' && value['format_version'] !== undefined;
}

/** @throws UsageError if the value is not a saved plan; StaleError if it was edited since */
export function readSavedPlan(value: Json, name: string): SavedPlan {
  const version = isObject(value) ? value['format_version'] : undefined;
  if (typeof version === 'number' && version > 1)
    throw new UsageError(`${name} was written by a later version of bizctl`, 'Use that version.');
  const parsed = savedPlan.safeParse(value);
  if (!parsed.success)
    throw new UsageError(
      `${name} is not a plan saved with --out`,
      suggest => `To apply fields files, run: ${suggest('fields', 'apply', '-f', name)}`,
    );
  const {digest: expected, ...document} = isObject(value) ? value : {};
  if (expected !== digest(document) || !parsed.data.changes.every(isBeforeIntact))
    throw new StaleError(`${name} was edited after it was saved`, 'Plan again.');
  const {id, base_url, tenant, token_fingerprint, seen, prune, replace, remove, changes, declared} = parsed.data;
  return {
    id,
    tenant: {base_url, tenant, token_fingerprint},
    seen,
    document,
    permissions: {isPruning: prune, replaceable: new Set(replace), idsToDelete: remove && new Set(remove)},
    changes,
    desired: declared.map(field => ({
      name: field.name,
      id: field.id,
      isProtected: field.protect === true,
      isExact: field.exact === true,
      isShared: field.shared === true,
      members: field.members,
      flaws: field.flaws ?? [],
      where: () => field.place,
    })),
  };
}

/**
 * Reads the plan of a run back from its journal, with the fields as they were before it: an undo writes them.
 *
 * @throws as readSavedPlan does; DamagedJournalError if a field differs from the one that was planned
 */
export function readPlanOf({run, document, before}: Run): SavedPlan {
  const saved = readSavedPlan(document, `run ${run}`);
  const byId = Map.groupBy(before, field => field['id']);
  const isOther = ({id, digest_before: expected}: PlannedChange) => {
    const fields = byId.get(id) ?? [];
    return expected !== undefined && fields.length > 0 && !fields.some(field => digestField(field) === expected);
  };
  const changed = saved.changes.find(isOther);
  if (changed)
    throw new DamagedJournalError(
      `the journal of run ${run} is damaged: its record of ${JSON.stringify(changed.name)} was altered`,
    );
  return saved;
}
