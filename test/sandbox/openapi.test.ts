import {request} from 'node:http';
import {expect, test} from 'vitest';
import {listedResources} from '../../src/sandbox/listed-resources.js';
import {createSandbox} from '../../src/sandbox/sandbox.js';
import {serveSandbox} from '../../src/sandbox/serve-sandbox.js';
import {openStore} from '../../src/sandbox/store.js';
import {now, token} from '../harness/fixed.js';
import {bizctl} from '../harness/run-bizctl.js';

const {exitCode, stdout, stderr} = await bizctl('schema openapi');
const document = JSON.parse(stdout);
const {schemas} = document.components;

interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly parameters?: readonly {readonly $ref: string}[];
  readonly requestBody?: {readonly content: {readonly 'application/json': {readonly schema: {readonly $ref: string}}}};
  readonly responses: {readonly [status: string]: {readonly content?: object; readonly $ref?: string}};
}

const nameOf = (reference: string) => reference.split('/').at(-1);

/** What an operation is, in one line. */
function describeOperation(path: string, method: string, operation: Operation): string {
  const {operationId, security, parameters = [], requestBody, responses} = operation;
  const sent = [
    ...parameters.map(({$ref}) => nameOf($ref)),
    ...(requestBody ? [nameOf(requestBody.content['application/json'].schema.$ref)] : []),
  ];
  const statuses = Object.entries(responses).map(([status, {content, $ref = ''}]) =>
    [status, ...Object.keys(content ?? {}), ...($ref === '' ? [] : [nameOf($ref)])].join(' '),
  );
  return `${operationId}: ${method} ${path} (${sent.join(', ')}) ${JSON.stringify(security)} -> ${statuses.join(', ')}`;
}

test('schema openapi prints the six operations with their inputs, their authorization and the documented statuses', () => {
  expect({exitCode, stderr, openapi: document.openapi}).toEqual({exitCode: 0, stderr: '', openapi: '3.1.1'});
  const operations = Object.entries<{readonly [method: string]: Operation}>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'parameters')
      .map(([method, operation]) => describeOperation(path, method, operation)),
  );
  expect(operations).toEqual([
    'listCustomFields: get /v2/customFields (filter, order_by, page_token, page_size) [] -> 200 application/json, default Error',
    'createCustomField: post /v2/customFields (CustomFieldCreate) [] -> 201 application/json, default Error',
    'deleteCustomField: delete /v2/customFields/{id} () [] -> 204, default Error',
    'updateCustomField: patch /v2/customFields/{id} (CustomFieldUpdate) [] -> 200 application/json, default Error',
    'queryDateExpressions: get /v2/dateExpressions (query, time_zone) [{"bearer":[]}] -> 200 application/json, default Error',
    ...listedResources.map(
      ({noun}) =>
        `list${noun.charAt(0).toUpperCase()}${noun.slice(1)}: get /v2/${noun} (filter, order_by, page_token, page_size) [{"bearer":[]}] -> 200 application/json, default Error`,
    ),
  ]);
});

test('parameters are optional strings, but for the id in the path and the whole number page_size', () => {
  const parameters = Object.values<{name: string; in: string; required: boolean; schema: {type: string}}>(
    document.components.parameters,
  );
  expect(parameters.map(each => [each.name, each.in, each.required, each.schema.type])).toEqual([
    ['id', 'path', true, 'string'],
    ['filter', 'query', false, 'string'],
    ['order_by', 'query', false, 'string'],
    ['page_token', 'query', false, 'string'],
    ['page_size', 'query', false, 'integer'],
    ['query', 'query', false, 'string'],
    ['time_zone', 'query', false, 'string'],
  ]);
  expect(document.paths['/v2/customFields/{id}'].parameters).toEqual([{$ref: '#/components/parameters/id'}]);
});

test('the members of a field and of the bodies are those of the reference', () => {
  const membersOf = (name: string) => Object.keys(schemas[name].properties).sort();
  const shared = ['label', 'description', 'helper_text', 'default_value', 'display_options', 'options', 'validators'];
  expect(membersOf('CustomField')).toEqual(['id', 'name', 'type', ...shared].sort());
  expect(membersOf('CustomFieldCreate')).toEqual(['name', 'type', 'example_value', ...shared].sort());
  expect(membersOf('CustomFieldUpdate')).toEqual(['hint', 'deleted', ...shared].sort());
  expect(schemas.CustomFieldCreate.properties.example_value).toEqual({type: ['object', 'null']});
  expect(schemas.CustomField.properties.default_value).toEqual({type: ['object', 'null']});
});

test('types and displays are recursive, enumerations open, members nullable, and others allowed', () => {
  expect(schemas.CustomFieldType.properties.array).toEqual({
    anyOf: [
      {
        type: 'object',
        properties: {list_type: {$ref: '#/components/schemas/CustomFieldType'}},
        required: ['list_type'],
        additionalProperties: {},
      },
      {type: 'null'},
    ],
  });
  expect(schemas.DisplayOptions.properties.array_display_options).toEqual({
    anyOf: [
      {
        type: 'object',
        properties: {
          item_options: {$ref: '#/components/schemas/DisplayOptions'},
          sortable: {type: ['boolean', 'null']},
        },
        required: ['item_options'],
        additionalProperties: {},
      },
      {type: 'null'},
    ],
  });
  expect(schemas.Validator).toEqual({
    type: 'object',
    properties: {
      required: {type: ['boolean', 'null']},
      size: {
        type: 'object',
        properties: {
          size: {type: 'integer'},
          size_type: {
            type: 'string',
            description: 'Values seen: MIN, MAX. Others may exist.',
            examples: ['MIN', 'MAX'],
          },
        },
        required: ['size', 'size_type'],
        additionalProperties: {},
      },
    },
    required: ['size'],
    additionalProperties: {},
  });
});

test('what the reference does not show is described as not shown', () => {
  expect(document.components.responses.Error).toEqual({
    description: 'Statuses and bodies of errors are not documented by the API reference.',
    content: {'application/problem+json': {schema: {description: 'Errors are not documented by the API reference.'}}},
  });
  expect(schemas.DealList).toEqual({
    description: 'The response lists deals. Neither its body nor the record is documented.',
  });
});

/** The reply to a GET with these headers. */
function get(port: number, headers: {readonly [name: string]: string}) {
  return new Promise<{status: number | undefined; type: string | undefined; text: string}>((resolve, reject) => {
    const sent = request({host: '127.0.0.1', port, path: '/openapi.json', headers}, response => {
      const chunks: Buffer[] = [];
      response.on('data', chunk => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          type: response.headers['content-type'],
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

test('the sandbox publishes the document at /openapi.json without a token, to this host and to no web page', async () => {
  const server = await serveSandbox(createSandbox(openStore(':memory:'), {token, now: () => now}), 0);
  const {text, ...head} = await get(server.port, {});
  expect({...head, document: JSON.parse(text)}).toEqual({status: 200, type: 'application/json', document});
  expect((await get(server.port, {authorization: 'Bearer of-another-tenant'})).status).toBe(200);
  expect((await get(server.port, {host: 'evil.example.com'})).status).toBe(403);
  expect((await get(server.port, {origin: 'https://evil.example.com'})).status).toBe(403);
  await server.close();
});
