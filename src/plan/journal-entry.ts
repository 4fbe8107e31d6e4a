import * as z from 'zod';
import {jsonObject} from './planned-change.js';

const write = {
  at: z.string(),
  action: z.string(),
  name: z.string(),
  id: z.string().optional(),
  /** From 2 on, for a create after others of the same name in its run. */
  nth: z.number().optional(),
  /** True for a second update of a field, which is not in the plan. */
  follow_up: z.literal(true).optional(),
};

const recordedEffect = z.object({
  id: z.string(),
  /** Members that were not sent and had a value before, and that the API has cleared. */
  lost: z.array(z.string()).readonly(),
  /** Other members that were not sent and have changed. */
  changed: z.array(z.string()).readonly(),
  /** Members that were sent, and to which the API added something, or which it has numbered. */
  stored: jsonObject,
  /** True if the field could not be read after the update. */
  isUnread: z.literal(true).optional(),
});

/** Changes that an API made to an updated field beyond what was sent, as reading back has shown. */
export type RecordedEffect = z.infer<typeof recordedEffect>;

/** One line of a journal. An `intent` is on disk before its write is sent. */
export const entrySchema = z
  .discriminatedUnion('event', [
    z.object({
      event: z.literal('run'),
      at: z.string(),
      run: z.string(),
      /** `create`, `update`, `edit` or `delete`; absent for an apply or undo. */
      command: z.string().optional(),
      /** True for creates without a look at the fields that existed before. */
      unread: z.literal(true).optional(),
      plan: jsonObject,
      /** The fields to change or delete as they were before the run, for undo. */
      before: z.array(jsonObject).readonly(),
      /** The id of the run that this one undoes. */
      undoes: z.string().optional(),
      /** The id shared by all runs of one apply to several tenants. */
      fleet: z.string().optional(),
    }),
    z.object({event: z.literal('resume'), at: z.string()}),
    z.object({
      event: z.literal('intent'),
      ...write,
      /** The body, if it is not in the plan. */
      body: jsonObject.optional(),
    }),
    z.object({
      event: z.literal('done'),
      ...write,
      /** The name that the API lists the field under, if it is another one: that of an update may be an id. */
      listed_as: z.string().optional(),
      /** Members of an update that the reply shows as they were before. */
      unchanged: z.array(z.string()).readonly().optional(),
      /** Members of an update with a value that the reply does not show. */
      omitted: z.array(z.string()).readonly().optional(),
      /** Members of an update that the reply shows with other values than were sent. */
      stored: jsonObject.optional(),
      note: z.string().optional(),
    }),
    z.object({event: z.literal('failed'), ...write, message: z.string()}),
    /** Follows the intent of a write that was not sent after all. */
    z.object({event: z.literal('cancelled'), ...write}),
    z.object({
      event: z.literal('end'),
      at: z.string(),
      outcome: z.string(),
      /** Digests of declarations that the API ignored in part; every plan would show these changes again. */
      ignored: z.array(z.string()).readonly().optional(),
      /** Absent after an interruption. */
      effects: z.array(recordedEffect).readonly().optional(),
    }),
  ])
  .readonly();

export type JournalEntry = z.infer<typeof entrySchema>;
