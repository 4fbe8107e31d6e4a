import {Argument} from '@commander-js/extra-typings';
import type {Factory} from '../../app/factory.js';
import type {Root} from '../../app/global-options.js';
import {examples} from '../options.js';

const documents = ['fields', 'plan', 'result', 'error'] as const;

export function addSchema(root: Root, factory: Factory): void {
  root
    .command('schema')
    .description('Print the JSON Schema of a document')
    .addArgument(new Argument('<document>', documents.join(', ')).choices(documents))
    .addHelpText('after', examples('bizctl schema fields', 'bizctl schema plan'))
    .action(async (document, _options, command) => {
      const context = await factory.open(command);
      const {toJsonSchema} = await import('../../plan/schemas.js');
      await context.showText(`${JSON.stringify(toJsonSchema(document), undefined, 2)}\n`);
    });
}
