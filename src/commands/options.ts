import {Option} from '@commander-js/extra-typings';
import type {Factory} from '../app/factory.js';
import type {Group} from '../app/global-options.js';
import {checkPageSize, parseConcurrency, parseLimit} from '../app/option-values.js';
import {parseSort, type SortOrder} from '../app/parse-sort.js';
import {type ListedNoun, resources} from '../base/resources.js';
import {quoteArgument} from '../base/shell-word.js';
import {type Message, toText} from '../base/suggest-command.js';
import type {Json} from '../json/json.js';
import type {TableView} from '../output/view.js';

export const limitOption = new Option('--limit <count>', 'stop after this many rows').argParser(parseLimit);

/** Adds a list command with its options (4.1, 4.6). */
export function addListCommand(group: Group, description: string) {
  return group
    .command('list')
    .description(description)
    .argument('[word...]', 'words that each row must contain')
    .option('--filter <expression>', 'filter, passed to the API as is')
    .option('--order-by <expression>', 'order, passed to the API as is')
    .option('--page-size <count>', 'rows per request (default: the API decides)', checkPageSize)
    .option('--page-token <token>', 'start at this page; an interrupted list prints the token')
    .addOption(limitOption)
    .option('--sort <column>', 'sort all rows; COLUMN:desc sorts descending', parseSort);
}

interface PlainList {
  readonly noun: ListedNoun;
  readonly table: TableView<Json>;
  readonly examples: readonly [string, string];
}

/** Adds a list command for a resource whose record the reference does not document: rows are shown as they are. */
export function addPlainList(group: Group, factory: Factory, {noun, table, examples: lines}: PlainList): void {
  addListCommand(group, `List ${resources[noun].words}, all pages`)
    .addHelpText('after', examples(...lines))
    .action(async (words, options, command) => {
      const {http, showAll} = await factory.openApi(command);
      const {listAny} = await import('../api/any-list.js');
      const columnsSetting = `columns.${noun}` as const;
      const view = {...table, columnsSetting, empty: describeEmpty(resources[noun].words, options, words)};
      const {sort, limit} = options;
      if (words.length === 0 && !sort) return showAll(view, listAny(http, noun, toListQuery(options)));
      const [{containsWords}, {toSearchText, selectRows}] = await Promise.all([
        import('../base/contains-words.js'),
        import('../app/select-rows.js'),
      ]);
      const pages = listAny(http, noun, toListQuery({...options, limit: undefined}));
      const matches = (row: Json) => containsWords(toSearchText(row), words);
      return showAll(view, selectRows(view, pages, {matches, sort, limit, signal: http.settings.signal}));
    });
}

interface ListOptions {
  readonly filter?: string | undefined;
  readonly orderBy?: string | undefined;
  readonly pageSize?: string | undefined;
  readonly pageToken?: string | undefined;
  readonly limit?: number | undefined;
  readonly sort?: SortOrder | undefined;
}

export function toListQuery({filter, orderBy, pageSize, pageToken, limit}: ListOptions) {
  return {filter, order_by: orderBy, page_size: pageSize, page_token: pageToken, limit};
}

/** The note for an empty list: what was searched, and what to try. */
export function describeEmpty(
  noun: string,
  {filter, pageToken}: ListOptions,
  words: readonly string[],
  otherwise?: Message,
): Message {
  if (words.length > 0) return `no ${noun} match ${words.map(quoteArgument).join(' ')}`;
  if (filter !== undefined) return `no ${noun} match --filter ${quoteArgument(filter)}; try without it`;
  if (pageToken !== undefined) return `no ${noun} after that --page-token; try without it`;
  return suggest => `this tenant has no ${noun}${otherwise === undefined ? '' : `; ${toText(otherwise, suggest)}`}`;
}

export const concurrencyOption = new Option('--concurrency <count>', 'number of concurrent writes')
  .argParser(parseConcurrency)
  .default(4);

export const dryRunOption = new Option('--dry-run', 'show the requests instead of sending them');
export const journalOption = new Option('--journal', 'record the fields, so that fields undo can restore them');

/** Formats examples for the end of a command's help; a test runs each of them. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map(line => `  $ ${line}`).join('\n')}`;
}
