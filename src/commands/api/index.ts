import type {Factory} from '../../app/factory.js';
import type {Root} from '../../app/global-options.js';
import {examples, limitOption} from '../options.js';
import * as own from './options.js';

export function addApi(root: Root, factory: Factory): void {
  root
    .command('api')
    .description('Send any request to the API')
    .argument('<method>', 'GET, POST, PUT, PATCH, DELETE or HEAD')
    .argument('<path>', 'relative to the base URL, such as v2/deals')
    .addOption(own.queryOption)
    .addOption(own.fieldOption)
    .addOption(own.typedFieldOption)
    .addOption(own.inputOption)
    .addOption(own.headerOption)
    .addOption(own.includeOption)
    .addOption(own.paginateOption)
    .addOption(own.itemsOption)
    .addOption(limitOption)
    .addHelpText(
      'after',
      examples(
        'bizctl api GET v2/deals --paginate --output ndjson',
        "bizctl api POST v2/customFields -f name=size -f label='Size' -F type.discriminator=SIMPLE -F type.primitive_type=DECIMAL",
      ),
    )
    .action(async (method, path, options, command) => {
      const context = await factory.openApi(command);
      const {runRequest} = await import('./run-request.js');
      await runRequest(context, method, path, options);
    });
}
