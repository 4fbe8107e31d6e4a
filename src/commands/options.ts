import {InvalidArgumentError, Option} from '@commander-js/extra-typings';

/** A whole number from 0 on. */
export function parseCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is a whole number, 0 or more.');
  return Number(text);
}

function parseLimit(text: string): number {
  const limit = parseCount(text);
  if (limit === 0) throw new InvalidArgumentError('It is a whole number, 1 or more.');
  return limit;
}

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
export const filterOption = new Option('--filter <expression>', 'passed to the API as it stands');
export const orderByOption = new Option('--order-by <expression>', 'passed to the API as it stands');
export const pageSizeOption = new Option(
  '--page-size <count>',
  'rows a request; the API decides when not given',
).argParser(parseDigits);
export const pageTokenOption = new Option('--page-token <token>', 'start at this page, as a message said');
export const limitOption = new Option('--limit <count>', 'stop after this many rows').argParser(parseLimit);

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

/** A TCP port. */
export function parsePort(text: string): number {
  const port = parseCount(text);
  if (port > 65_535) throw new InvalidArgumentError('It is a port from 0 to 65535.');
  return port;
}

/** How many writes run at a time. */
export const concurrencyOption = new Option('--concurrency <count>', 'writes at a time')
  .argParser(parseConcurrency)
  .default(4);

function parseConcurrency(text: string): number {
  const count = parseCount(text);
  if (count < 1 || count > 64) throw new InvalidArgumentError('It is a number from 1 to 64.');
  return count;
}

/** Examples for the end of a command's help; a test runs each of them. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map(line => `  $ ${line}`).join('\n')}`;
}
