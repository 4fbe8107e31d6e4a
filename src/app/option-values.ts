import {InvalidArgumentError} from '@commander-js/extra-typings';
import {quoteArgument} from '../base/shell-word.js';

const maxNumber = 999_999_999;

function createNumberParser(min: number, max = maxNumber) {
  return (text: string): number => {
    const number = Number(text);
    if (/^\d{1,9}$/.test(text) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`expected a whole number from ${min} to ${max}`);
  };
}

export function collect(text: string, earlier: readonly string[] | undefined): readonly string[] {
  return [...(earlier ?? []), text];
}

/** Refuses a second value, which would silently replace the first. */
export function oneFile(text: string, earlier: string | undefined): string {
  if (earlier === undefined) return text;
  throw new InvalidArgumentError(`${quoteArgument(earlier)} was already given; run the command once for each file`);
}

export const parseCount = createNumberParser(0);
export const parsePort = createNumberParser(0, 65_535);
export const parseLimit = createNumberParser(1);
export const parseConcurrency = createNumberParser(1, 64);

/** Parses seconds, more than 0 and at most a day. */
export function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || seconds <= 0 || seconds > 86_400)
    throw new InvalidArgumentError('expected a number of seconds above 0, up to 86400');
  return seconds;
}

/** Checks a number but returns its text, which is sent exactly as typed. */
export function checkPageSize(text: string): string {
  if (!/^0*[1-9]\d*$/.test(text)) throw new InvalidArgumentError('expected a whole number, 1 or more');
  return text;
}
