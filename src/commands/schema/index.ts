import {Argument} from '@commander-js/extra-typings';
import type {Factory} from '../../app/factory.js';
import type {Root} from '../../app/global-options.js';
import {parseJson} from '../../json/parse-json.js';
import {examples} from '../options.js';

const documents = ['fields', 'plan', 'diff', 'result', 'error', 'openapi'] as const;

async function readDocument(name: (typeof documents)[number]): Promise<object> {
  if (name === 'openapi') return (await import('../../sandbox/openapi.js')).createOpenApiDocument();
  return (await import('../../plan/schemas.js')).toJsonSchema(name);
}

export function addSchema(root: Root, factory: Factory): void {
  root
    .command('schema')
    .description('Print the schema of a document, or the API as OpenAPI')
    .addArgument(new Argument('<document>', 'document to describe').choices(documents))
    .addHelpText('after', examples('bizctl schema fields', 'bizctl schema openapi'))
    .action(async (document, _options, command) => {
      const context = await factory.open(command);
      const text = `${JSON.stringify(await readDocument(document), undefined, 2)}\n`;
      await context.showBody(parseJson(text), text, 'refuse');
    });
}
