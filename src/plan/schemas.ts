import * as z from 'zod';
import {createBody} from '../api/schemas.js';

const text = z.string();
const anything = z.unknown();

const field = createBody.extend({
  id: text.optional().describe('the id of the field, if its name does not identify it'),
  hint: text.nullish().describe('sent with an update; the API never returns it'),
  protect: z.boolean().optional().describe('never replaced as long as it is declared'),
});

const fieldsFile = z.strictObject({
  $schema: text.optional(),
  tenant: text.optional().describe('HOST or HOST/PATH of the only tenant this file may be applied to'),
  custom_fields: z.array(field),
});

const order = z.literal(true).optional().describe('only the order changes; before and after list the elements');
const difference = z.strictObject({
  path: text.describe('with the indices after the change, or before it where "after" is absent'),
  before: anything.optional(),
  after: anything.optional(),
  order,
});
const refusals = z.array(z.looseObject({reason: text, message: text, hint: text}));
const action = z.enum(['create', 'update', 'replace', 'delete']);
const count = z.int().min(0);

const plan = z.looseObject({
  format_version: z.literal(1),
  kind: z.literal('plan'),
  id: text,
  created_at: text.describe('ISO 8601, UTC'),
  base_url: text,
  tenant: text.nullable().describe('the profile, or BIZCTL_TENANT'),
  token_fingerprint: text.nullable(),
  prune: z.boolean(),
  replace: z.array(text),
  summary: z.looseObject({
    create: count,
    update: count,
    replace: count,
    delete: count,
    unchanged: count,
    undeclared: count,
    protected: count,
    refused: count,
    losses: count.describe('what --expect-deletes must equal: fields deleted or replaced, and choices removed'),
  }),
  changes: z.array(
    z.looseObject({
      action,
      name: text,
      id: text.optional(),
      place: text.optional().describe('FILE:LINE:COLUMN'),
      differences: z.array(difference),
      body: z.looseObject({}).optional().describe('what is sent'),
      lost_choices: z.array(text).optional().describe('choices that are removed, with the values stored for them'),
      digest_before: text.optional().describe('a digest of the field as it was'),
      before: z.looseObject({}).optional().describe('the field before the change, if the change loses anything'),
      notes: z.array(text),
    }),
  ),
  kept: z.array(
    z.looseObject({
      name: text,
      action,
      place: text.optional(),
      reason: text.describe('why the protected field would have to be replaced'),
      differences: z.array(difference),
    }),
  ),
  undeclared: z.array(text),
  refusals,
  warnings: z.array(text),
});

const diff = z.looseObject({
  format_version: z.literal(1),
  kind: z.literal('diff'),
  base_url: text,
  tenant: text.nullable().describe('the profile, or BIZCTL_TENANT'),
  summary: z.looseObject({missing: count, differs: count, extra: count, same: count}),
  fields: z.array(
    z.looseObject({
      state: z.enum(['missing', 'differs', 'extra']).describe('of the field on the tenant'),
      name: text,
      id: text.optional(),
      place: text.optional().describe('FILE:LINE:COLUMN'),
      desired: z.looseObject({}).optional().describe('the declared field, if it is missing'),
      current: z.looseObject({}).optional().describe('the field of the tenant, if it is not declared'),
      differences: z.array(
        z.strictObject({path: text, current: anything.optional(), desired: anything.optional(), order}),
      ),
    }),
  ),
  refusals,
  warnings: z.array(text),
});

const result = z.array(z.looseObject({action, name: text, id: text.nullable(), outcome: z.literal('done')}));

const error = z.looseObject({
  error: z.looseObject({
    code: text,
    message: text,
    hint: text.nullable(),
    retryable: z.boolean(),
    status: z.int().nullable(),
    method: text.nullable(),
    path: text.nullable(),
    request_id: text.nullable(),
  }),
  format_version: z.literal(1),
});

const documents = {fields: fieldsFile, plan, diff, result, error};

/** Returns the JSON Schema (draft 2020-12) of one of bizctl's own documents. */
export function toJsonSchema(name: keyof typeof documents): object {
  return z.toJSONSchema(documents[name], {unrepresentable: 'any', io: 'input'});
}
