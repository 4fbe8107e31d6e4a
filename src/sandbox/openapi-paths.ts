import {resources} from '../base/resources.js';
import type {listedResources} from './listed-resources.js';
import type {SchemaName} from './openapi-schemas.js';

export const notDocumented = 'not documented by the API reference';

function schemaOf(name: SchemaName) {
  return {$ref: `#/components/schemas/${name}`};
}

function jsonOf(name: SchemaName) {
  return {content: {'application/json': {schema: schemaOf(name)}}};
}

function bodyOf(name: SchemaName) {
  return {required: true, ...jsonOf(name)};
}

/** The documented response; the statuses and bodies of errors are not shown (7). */
function responses(status: 200 | 201 | 204, response: {readonly description: string}) {
  return {[status]: response, default: {$ref: '#/components/responses/Error'}};
}

function parametersOf(...names: readonly string[]) {
  return names.map(name => ({$ref: `#/components/parameters/${name}`}));
}

const textParameter = (name: string, description: string) => ({
  name,
  in: 'query',
  required: false,
  description,
  schema: {type: 'string'},
});

export const parameters = {
  id: {name: 'id', in: 'path', required: true, description: 'The id of the custom field.', schema: {type: 'string'}},
  filter: textParameter('filter', `Which rows to list. Syntax: ${notDocumented}.`),
  order_by: textParameter('order_by', `The order of the rows. Syntax: ${notDocumented}.`),
  page_token: textParameter('page_token', 'The next_page_token of the previous page.'),
  page_size: {
    name: 'page_size',
    in: 'query',
    required: false,
    description: `Rows on a page. Default and maximum: ${notDocumented}.`,
    schema: {type: 'integer', examples: [100]},
  },
  query: textParameter('query', 'The text to parse.'),
  time_zone: textParameter('time_zone', 'The time zone of the phrase.'),
};

const listParameters = parametersOf('filter', 'order_by', 'page_token', 'page_size');

// "None listed" (section 4): the sandbox takes a token here too, but needs none.
const withoutToken: readonly object[] = [];

const withToken = [{bearer: []}];

export const paths = {
  '/v2/customFields': {
    get: {
      operationId: 'listCustomFields',
      tags: ['Custom fields'],
      summary: 'List custom fields',
      security: withoutToken,
      parameters: listParameters,
      responses: responses(200, {description: 'One page of custom fields.', ...jsonOf('CustomFieldList')}),
    },
    post: {
      operationId: 'createCustomField',
      tags: ['Custom fields'],
      summary: 'Create a custom field',
      security: withoutToken,
      requestBody: bodyOf('CustomFieldCreate'),
      responses: responses(201, {description: 'The created custom field.', ...jsonOf('CustomField')}),
    },
  },
  '/v2/customFields/{id}': {
    parameters: parametersOf('id'),
    delete: {
      operationId: 'deleteCustomField',
      tags: ['Custom fields'],
      summary: 'Delete a custom field',
      security: withoutToken,
      responses: responses(204, {description: 'Deleted. The body is empty, its Content-Type text/plain.'}),
    },
    patch: {
      operationId: 'updateCustomField',
      tags: ['Custom fields'],
      summary: 'Update a custom field',
      description: 'The name and the type of a field are not part of the body.',
      security: withoutToken,
      requestBody: bodyOf('CustomFieldUpdate'),
      responses: responses(200, {description: 'The updated custom field.', ...jsonOf('CustomField')}),
    },
  },
  '/v2/dateExpressions': {
    get: {
      operationId: 'queryDateExpressions',
      tags: ['Date expressions'],
      summary: 'Parse a date phrase',
      security: withToken,
      parameters: parametersOf('query', 'time_zone'),
      responses: responses(200, {description: 'The readings of the phrase.', ...jsonOf('DateExpressionList')}),
    },
  },
};

export function capitalize(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

export function pathOf({noun, schema}: (typeof listedResources)[number]) {
  const {segment, words} = resources[noun];
  return {
    get: {
      operationId: `list${capitalize(segment)}`,
      tags: [capitalize(words)],
      summary: `List ${words}`,
      security: withToken,
      parameters: listParameters,
      responses: responses(200, {description: `One page of ${words}.`, ...jsonOf(schema)}),
    },
  };
}
