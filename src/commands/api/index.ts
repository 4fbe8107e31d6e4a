import type {Factory} from '../../app/factory.js';
import type {Root} from '../../app/global-options.js';
import {collect, oneFile} from '../../app/option-values.js';
import {examples, limitOption} from '../options.js';
import type {GivenMember} from './options.js';

export function addApi(root: Root, factory: Factory): void {
  const members: GivenMember[] = [];
  const collectMember = (isTyped: boolean) => (text: string) => void members.push({isTyped, text});
  root
    .command('api')
    .description('Send any request to the API')
    .argument('<method>', 'GET, POST, PUT, PATCH, DELETE or HEAD')
    .argument('<path>', 'relative to the base URL, such as v2/deals')
    .option('-q, --query <name=value>', 'query parameter (repeatable)', collect)
    .option(
      '-f, --field <path=text>',
      'body member as text; nested: groups[0].title (repeatable)',
      collectMember(false),
    )
    .option(
      '-F, --typed-field <path=value>',
      'body member as JSON or text, @FILE as text (repeatable)',
      collectMember(true),
    )
    .option('--input <file>', 'file with the whole body, - for stdin', oneFile)
    .option('-H, --header <header>', "header, such as 'If-Match: 7' (repeatable)", collect)
    .option('--include', 'print status and headers first')
    .option('--paginate', 'follow next_page_token and print all elements')
    .option('--items <member>', 'member with the list, such as data.rows, for --paginate')
    .addOption(limitOption)
    .addHelpText(
      'after',
      examples(
        'bizctl api GET v2/deals --paginate --output ndjson',
        'bizctl api PATCH v2/customFields/cf_000000000001 -f label=Size',
      ),
    )
    .action(async (method, path, options, command) => {
      const context = await factory.openApi(command);
      const {runRequest} = await import('./run-request.js');
      await runRequest(context, method, path, {...options, members});
    });
}
