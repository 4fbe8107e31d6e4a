import {resources, resourceWords} from '../base/resources.js';
import {listedResources} from './listed-resources.js';
import {capitalize, notDocumented, parameters, pathOf, paths} from './openapi-paths.js';
import {toComponentSchemas} from './openapi-schemas.js';

/** The operations of the reference as an OpenAPI 3.1 document, without what the sandbox adds to them. */
export function createOpenApiDocument() {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Business Platform API',
      version: 'v2',
      summary: capitalize(resourceWords),
      description: [
        'The operations that the API reference specifies; the service has others.',
        'Enumerations are open: the values seen are listed, others may exist. Objects may have other members.',
        'The reference marks few members as nullable. Here every optional member accepts null, because otherwise an update could not clear it.',
      ].join('\n\n'),
    },
    servers: [
      {
        url: '{base_url}',
        description: 'A tenant, or a sandbox.',
        variables: {base_url: {default: '/', description: 'The base URL, without a trailing slash.'}},
      },
    ],
    tags: [
      {name: 'Custom fields', description: 'User-defined fields of a tenant.'},
      {name: 'Date expressions', description: 'Free-text date phrases as dates.'},
      ...listedResources.map(({noun}) => ({
        name: capitalize(resources[noun].words),
        description: `${capitalize(resources[noun].words)} of a tenant. Their members are ${notDocumented}.`,
      })),
    ],
    paths: {
      ...paths,
      ...Object.fromEntries(listedResources.map(each => [`/v2/${resources[each.noun].segment}`, pathOf(each)])),
    },
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: `How to obtain a token, and how long it lasts, is ${notDocumented}.`,
        },
      },
      parameters,
      responses: {
        Error: {
          description: `Statuses and bodies of errors are ${notDocumented}.`,
          content: {'application/problem+json': {schema: {description: `Errors are ${notDocumented}.`}}},
        },
      },
      schemas: toComponentSchemas(),
    },
  };
}
