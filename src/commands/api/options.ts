import {Option} from '@commander-js/extra-typings';
import {collect} from '../../app/option-values.js';

export const queryOption = new Option('-q, --query <name=value>', 'a query parameter; may be repeated').argParser(
  collect,
);
export const fieldOption = new Option(
  '-f, --field <path=text>',
  'a member of the body, as text; nested: options.groups[0].header=…',
).argParser(collect);
export const typedFieldOption = new Option(
  '-F, --typed-field <path=value>',
  'the same with true, false, null and numbers as such; @FILE and @- take a text from there',
).argParser(collect);
export const inputOption = new Option('--input <file>', 'the body as it stands, - for stdin');
export const headerOption = new Option('-H, --header <header>', "such as 'If-Match: 7'; may be repeated").argParser(
  collect,
);
export const includeOption = new Option('--include', 'print status and headers before the body');
export const paginateOption = new Option('--paginate', 'follow next_page_token to the end, and print all elements');
export const itemsOption = new Option('--items <path>', 'the member that holds the list, for --paginate');

/** The options of `api`, as commander hands them over. */
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
