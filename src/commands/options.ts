import {InvalidArgumentError, Option} from '@commander-js/extra-typings';
import {quoteArgument} from '../base/shell-word.js';
import type {Group} from '../cli/global-options.js';

/** Reads a whole number between these bounds. */
function wholeNumber(least: number, most = 999_999_999) {
  return (text: string): number => {
    const number = Number(text);
    if (/^\d{1,9}$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(
      most === 999_999_999
        ? `It is a whole number, ${least} or more.`
        : `It is a whole number from ${least} to ${most}.`,
    );
  };
}

/** The values of an option that may be repeated, in their order. */
export function collect(text: string, earlier: readonly string[] | undefined): readonly string[] {
  return [...(earlier ?? []), text];
}

export const parseCount = wholeNumber(0);
export const parsePort = wholeNumber(0, 65_535);
const parseLimit = wholeNumber(1);
const parseConcurrency = wholeNumber(1, 64);

/** Seconds, more than 0. */
export function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || seconds <= 0 || seconds > 86_400)
    throw new InvalidArgumentError('It is a number of seconds, more than 0.');
  return seconds;
}

/** A number the API gets exactly as it was typed. */
function parseDigits(text: string): string {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It is a whole number.');
  return text;
}

// The options of every list, in the API's words (4.1, 4.6).
const filterOption = new Option('--filter <expression>', 'passed to the API as it stands');
const orderByOption = new Option('--order-by <expression>', 'passed to the API as it stands');
const pageSizeOption = new Option('--page-size <count>', 'rows a request; the API decides when not given').argParser(
  parseDigits,
);
const pageTokenOption = new Option('--page-token <token>', 'start at this page, as a message said');
export const limitOption = new Option('--limit <count>', 'stop after this many rows').argParser(parseLimit);

/** The command that lists the things of a noun, with the options that every list takes. */
export function addListCommand(group: Group, description: string) {
  return group
    .command('list')
    .description(description)
    .addOption(filterOption)
    .addOption(orderByOption)
    .addOption(pageSizeOption)
    .addOption(pageTokenOption)
    .addOption(limitOption);
}

interface ListOptions {
  readonly filter?: string | undefined;
  readonly orderBy?: string | undefined;
  readonly pageSize?: string | undefined;
  readonly pageToken?: string | undefined;
  readonly limit?: number | undefined;
}

/** The list options under the API's own names. */
export function toListQuery({filter, orderBy, pageSize, pageToken, limit}: ListOptions) {
  return {filter, order_by: orderBy, page_size: pageSize, page_token: pageToken, limit};
}

/** What is said of a list without rows: what was looked for, and what to try. */
export function describeEmpty(noun: string, {filter, pageToken}: ListOptions, otherwise?: string): string {
  if (filter !== undefined) return `no ${noun} match --filter ${quoteArgument(filter)}; try without it`;
  if (pageToken !== undefined) return `no ${noun} from that --page-token on; try without it`;
  return `this tenant has no ${noun}${otherwise === undefined ? '' : `; ${otherwise}`}`;
}

/** How many writes run at a time. */
export const concurrencyOption = new Option('--concurrency <count>', 'writes at a time')
  .argParser(parseConcurrency)
  .default(4);

/** Examples for the end of a command's help; a test runs each of them. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map(line => `  $ ${line}`).join('\n')}`;
}
