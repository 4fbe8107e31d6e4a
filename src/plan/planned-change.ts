import * as z from 'zod';
import {isObject, type Json, type JsonObject} from '../json/json.js';

export const jsonObject = z.custom<JsonObject>(value => isObject(value));

/** A change as plan documents have it (`toChange`). */
export const plannedChange = z
  .object({
    action: z.string(),
    name: z.string(),
    id: z.string().exactOptional(),
    body: jsonObject.exactOptional(),
  })
  .catchall(z.custom<Json>());

export type PlannedChange = z.infer<typeof plannedChange>;

/** The part of a run's plan that is read here; `readSavedPlan` reads all of it. */
export const runPlan = z.object({
  base_url: z.string(),
  tenant: z.string().nullable().default(null),
  token_fingerprint: z.string().nullable(),
  seen: z
    .array(z.object({id: z.string(), name: z.string()}))
    .readonly()
    .default([]),
  changes: z.array(plannedChange),
});

/** Returns the bodies of the updates that were planned, by the id of the field. */
export function updateBodiesOf(changes: readonly PlannedChange[]): ReadonlyMap<string, JsonObject> {
  return new Map(
    changes.flatMap(({action, id, body}) => (action === 'update' && id !== undefined && body ? [[id, body]] : [])),
  );
}
