import * as z from 'zod';
import {anything, flag, integer, text} from '../api/field-shapes.js';
import {documentedSchemas} from '../api/schemas.js';
import {resources} from '../base/resources.js';
import {listedResources} from './listed-resources.js';

const dateChain = z.looseObject({
  dates: z.array(text.meta({format: 'date-time', description: 'ISO 8601, UTC'})).nullish(),
  chain: text.nullish(),
});

const dateExpressionResult = z.looseObject({
  query: text.nullish().describe('the parsed phrase'),
  parse_start: integer.nullish().describe('where the match starts in the input'),
  parse_end: integer.nullish().describe('where the match ends in the input'),
  complete_match: flag.nullish(),
  date_inferred: flag.nullish(),
  time_inferred: flag.nullish(),
  recurring: flag.nullish(),
  result: dateChain.nullish(),
  recurse_until: dateChain.nullish(),
});

const schemas = {
  ...documentedSchemas,
  CustomFieldList: z.looseObject({
    custom_fields: z.array(documentedSchemas.CustomField),
    next_page_token: text.nullish().describe('the page_token of the next page; absent on the last'),
  }),
  DateChain: dateChain,
  DateExpressionResult: dateExpressionResult,
  DateExpressionList: z.looseObject({results: z.array(dateExpressionResult)}),
};

const listSchemas = listedResources.map(
  ({noun, schema}) =>
    [
      schema,
      anything.describe(`The response lists ${resources[noun].words}. Neither its body nor the record is documented.`),
    ] as const,
);

export type SchemaName = keyof typeof schemas | (typeof listedResources)[number]['schema'];

/** The schemas of section 2 of the reference and of the lists, as components of an OpenAPI document. */
export function toComponentSchemas(): {readonly [name: string]: object} {
  const registry = z.registry<{id: string}>();
  for (const [id, schema] of [...Object.entries(schemas), ...listSchemas]) registry.add(schema, {id});
  const generated = z.toJSONSchema(registry, {
    uri: id => `#/components/schemas/${id}`,
    io: 'input',
    unrepresentable: 'any',
  });
  return Object.fromEntries(
    Object.entries(generated.schemas).map(([id, {$id: _id, $schema: _dialect, ...schema}]) => [id, schema]),
  );
}
