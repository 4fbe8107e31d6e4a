import {Option} from '@commander-js/extra-typings';
import {collect} from '../../app/option-values.js';

export const queryOption = new Option('-q, --query <name=value>', 'query parameter (repeatable)').argParser(collect);
export const fieldOption = new Option(
  '-f, --field <path=text>',
  'body member as text; nested: groups[0].title (repeatable)',
).argParser(collect);
export const typedFieldOption = new Option(
  '-F, --typed-field <path=value>',
  'body member as JSON value, or @FILE (repeatable)',
).argParser(collect);
export const inputOption = new Option('--input <file>', 'file with the whole body, - for stdin');
export const headerOption = new Option('-H, --header <header>', "header, such as 'If-Match: 7' (repeatable)").argParser(
  collect,
);
export const includeOption = new Option('--include', 'print status and headers first');
export const paginateOption = new Option('--paginate', 'follow next_page_token and print all elements');
export const itemsOption = new Option('--items <path>', 'path of the list in a reply, for --paginate');

/** The options of `api`, as parsed by commander. */
export interface ApiOptions {
  readonly query?: readonly string[] | undefined;
  readonly field?: readonly string[] | undefined;
  readonly typedField?: readonly string[] | undefined;
  readonly input?: string | undefined;
  readonly header?: readonly string[] | undefined;
  readonly include?: true | undefined;
  readonly paginate?: true | undefined;
  readonly items?: string | undefined;
  readonly limit?: number | undefined;
}
