import * as z from 'zod';
import {isObject, type JsonObject} from '../json/json.js';

/** One line of a journal. An `intent` is on disk before its write is sent. */
export type Entry =
  | {
      readonly event: 'run';
      readonly at: string;
      readonly run: string;
      /** `create`, `update`, `edit` or `delete`; absent for an apply. */
      readonly command?: string;
      readonly plan: JsonObject;
      readonly before: readonly JsonObject[];
      /** The id of the run that this one undoes. */
      readonly undoes?: string;
      /** The id shared by all runs of one apply to several tenants. */
      readonly fleet?: string;
    }
  | {readonly event: 'resume'; readonly at: string}
  /** The intent of this create was recorded, but the create was not sent. */
  | {readonly event: 'cancelled'; readonly at: string; readonly action: 'create'; readonly name: string}
  | {
      readonly event: 'intent';
      readonly at: string;
      readonly action: string;
      readonly name: string;
      readonly id?: string;
    }
  | {
      readonly event: 'done';
      readonly at: string;
      readonly action: string;
      readonly name: string;
      readonly id?: string;
      /** The name of a created field, if the API has changed it. */
      readonly listed_as?: string;
      readonly note?: string;
    }
  | {
      readonly event: 'failed';
      readonly at: string;
      readonly action: string;
      readonly name: string;
      readonly id?: string;
      readonly message: string;
    }
  | {
      readonly event: 'end';
      readonly at: string;
      readonly outcome: string;
      /** Digests of declared options whose order the API ignored. */
      readonly own_orders?: readonly string[];
    };

const object = z.custom<JsonObject>(value => isObject(value));

const write = {at: z.string(), action: z.string(), name: z.string(), id: z.string().exactOptional()};

/** Parses an `Entry`. */
export const entrySchema = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('run'),
    at: z.string(),
    run: z.string(),
    command: z.string().exactOptional(),
    plan: object,
    before: z.array(object),
    undoes: z.string().exactOptional(),
    fleet: z.string().exactOptional(),
  }),
  z.object({event: z.literal('resume'), at: z.string()}),
  z.object({event: z.literal('cancelled'), at: z.string(), action: z.literal('create'), name: z.string()}),
  z.object({event: z.literal('intent'), ...write}),
  z.object({
    event: z.literal('done'),
    ...write,
    listed_as: z.string().exactOptional(),
    note: z.string().exactOptional(),
  }),
  z.object({event: z.literal('failed'), ...write, message: z.string()}),
  z.object({
    event: z.literal('end'),
    at: z.string(),
    outcome: z.string(),
    own_orders: z.array(z.string()).exactOptional(),
  }),
]);
